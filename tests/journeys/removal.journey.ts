import { expect, type Page } from "playwright/test";
import { paced } from "../../scripts/pace.ts";
import { enterDemo, test } from "./support/demo.ts";
import { go } from "./support/go.ts";
import { deliverHtml } from "./support/post.ts";
import type { Product } from "./support/product.ts";

test("A person who asks in a reply to get no more mail is kept or unsubscribed with one click", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo);
  const person = await openFirstThread(page);
  const notice = page.locator(".thread-notice");

  await test.step("a user dismisses a request that was not meant", async () => {
    await asks(page, demo, person);
    await expect(notice).toContainText("asks for no more email");
    await page.setViewportSize({ width: 390, height: 844 });
    const sizes = await notice.evaluate(({ scrollWidth, clientWidth }) => [
      scrollWidth,
      clientWidth,
    ]);
    expect(sizes[0]).toBe(sizes[1]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await notice.getByRole("button", { name: "Keep emailing" }).click();
    await expect(notice).toBeHidden();
  });

  await test.step("and unsubscribes a person who asks again", async () => {
    await asks(page, demo, person);
    await notice.getByRole("button", { name: "Unsubscribe now" }).click();
    await expect(notice).toBeHidden();
    await go(page, new URL("/app/settings/global-block-list", page.url()).href);
    await expect(page.getByText(person.from).first()).toBeVisible();
  });
});

type Between = { from: string; to: string };

/** Opens the newest conversation. Gives the two addresses that it is between. */
async function openFirstThread(page: Page): Promise<Between> {
  await go(page, new URL("/app/master-inbox", page.url()).href);
  const first = page.getByRole("list").locator("a[href*='/app/master-inbox/']").first();
  await first.click({ timeout: paced(120_000) });
  const text = await page.locator(".message[data-direction=in] .message-from").first().innerText();
  const [from = "", to = ""] = text.split(" to ");
  return { from, to };
}

async function asks(page: Page, demo: Product, between: Between): Promise<void> {
  const html = "<p>Please remove me from your list.</p>";
  await deliverHtml(demo, [{ ...between, subject: "Re: Hello", html }]);
  await page.getByRole("button", { name: "Check for new email" }).click();
  await expect(async () => {
    await go(page, page.url());
    await expect(page.locator(".thread-notice")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: paced(60_000) });
}
