import { test as base, expect, type Locator, type Page } from "playwright/test";
import { paced } from "../../../scripts/pace.ts";
import { go } from "./go.ts";
import { type Product, startProduct } from "./product.ts";
import { witness } from "./witness.ts";

/** Tests in the demo world: one product serves all of them, so none may use up what another needs. */
export const test = base.extend<{ witness: void }, { demo: Product }>({
  witness: [({ page }, provide, info) => witness(page, provide, info), { auto: true }],
  baseURL: ({ demo }, provide) => provide(demo.url),
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const product = await startProduct({}, ["--demo"]);
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: paced(180_000) },
  ],
});

/** Signs in to the demo's own account. Ends on the list of campaigns. */
export async function enterDemo(page: Page, { url }: Product): Promise<void> {
  await go(page, `${url}/login`);
  await page.getByRole("button", { name: "Enter the demo" }).click();
  await page.waitForURL(/\/app\/email-campaign\/all/, { timeout: paced(60_000) });
  // The address comes before the screen, and the keys come with the screen.
  await expect(page.getByRole("heading", { name: "Campaigns" })).toBeVisible();
}

/** The same by one request, for those who have been shown the way elsewhere. Opens nothing. */
export async function signInToDemo(page: Page, { url }: Product): Promise<void> {
  const form = { intent: "enter" };
  const answer = await page.request.post(`${url}/demo`, { form, maxRedirects: 0 });
  expect(answer.status()).toBe(302);
}

/** The link to a campaign of the demo in its list, however many others made campaigns before. */
export async function linkToCampaign(page: Page, name: string): Promise<Locator> {
  await go(page, "/app/email-campaign/all?limit=50");
  return page.getByRole("link", { name, exact: true });
}
