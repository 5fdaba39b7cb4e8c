import { expect } from "playwright/test";
import { enterDemo, linkToCampaign, test } from "./support/demo.ts";
import { go } from "./support/go.ts";

const NOTICE = "All sending of this account is stopped: The links are wrong";

test("An owner stops all sending with a reason, everyone sees it on every screen, and starts it again", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo);
  const notice = page.getByRole("alert").filter({ hasText: NOTICE });

  await test.step("nothing is stopped without a reason", async () => {
    await go(page, "/app/settings/sending");
    await page.getByRole("button", { name: "Stop all sending…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Stop all sending" }).click();
    await expect(dialog.getByText("Say why sending is stopped")).toBeVisible();
    await dialog.getByLabel("Why?").fill("The links are wrong");
    await dialog.getByRole("button", { name: "Stop all sending" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("heading", { name: "Sending is stopped" })).toBeVisible();
    await expect(page.getByText("Reason: The links are wrong")).toBeVisible();
  });

  await test.step("other screens say so, on a small screen, too", async () => {
    for (const path of ["/app/email-campaign/all", "/app/master-inbox", "/app/settings/profile"]) {
      await go(page, path);
      await expect(notice).toBeVisible();
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const [inner, outer] = await notice.evaluate(({ scrollWidth, clientWidth }) => [
      scrollWidth,
      clientWidth,
    ]);
    expect(inner).toBe(outer);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("a campaign answers why nothing is sent, and leads to the switch", async () => {
    await (await linkToCampaign(page, "Coffee pilot")).click();
    await page.getByRole("button", { name: "Sending status" }).first().click();
    await expect(page.getByText("All sending of this account has been stopped")).toBeVisible();
    await page.getByRole("link", { name: "Open the sending switch" }).click();
    await expect(page).toHaveURL(/\/app\/settings\/sending$/);
  });

  await test.step("the notice starts it again, and the log has both", async () => {
    await go(page, "/app/email-campaign/all");
    await notice.getByRole("button", { name: "Start again" }).click();
    await expect(notice).toBeHidden();
    await go(page, "/app/settings/activity");
    await expect(page.getByText("Started sending again").first()).toBeVisible();
    await expect(page.getByText("Stopped all sending").first()).toBeVisible();
    await expect(page.getByText("The links are wrong").first()).toBeVisible();
  });
});
