import { expect, test } from "playwright/test";
import { paced } from "../../scripts/pace.ts";
import { go } from "./support/go.ts";
import { type Product, startProduct } from "./support/product.ts";

let product: Product;

test.beforeAll(async () => {
  test.setTimeout(paced(180_000));
  product = await startProduct({}, ["--demo"]);
});

test.afterAll(async () => {
  await product?.stop();
});

test("A newcomer enters the demo world, starts its campaign and reads the first reply", async ({
  page,
}) => {
  await go(page, `${product.url}/login`);
  await page.getByRole("button", { name: "Enter the demo" }).click();
  await expect(page).toHaveURL(/\/app\/email-campaign\/all/, { timeout: paced(60_000) });
  await expect(page.getByText(/Demo world/).first()).toBeVisible();

  await page.getByRole("link", { name: "Coffee tasting" }).click();
  await page.getByRole("link", { name: /Review/ }).click();
  await page.getByRole("button", { name: "Start campaign" }).click();
  await expect(page).toHaveURL(/\/app\/email-campaign\/\d+/);

  await go(page, `${product.url}/app/master-inbox`);
  const first = page.getByRole("list").locator("a[href*='/app/master-inbox/']").first();
  await expect(first).toBeVisible({ timeout: paced(90_000) });
  await first.click();
  await expect(page.getByRole("textbox", { name: "Reply" })).toBeVisible();
});
