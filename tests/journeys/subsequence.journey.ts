import { expect } from "playwright/test";
import { apiOf } from "./support/api.ts";
import { enterDemo, linkToCampaign, test } from "./support/demo.ts";
import { go } from "./support/go.ts";

test("A subsequence is added to a running campaign, gets a condition and a mail, is started, and has its own tabs [ROUTE-10] [ROUTE-18]", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo);

  await test.step("the tab of a campaign offers the first one", async () => {
    await (await linkToCampaign(page, "Coffee pilot")).click();
    await page.getByRole("link", { name: "Subsequences" }).click();
    await expect(page.getByText(/A subsequence takes leads/)).toBeVisible();
    await page.getByRole("link", { name: "New subsequence" }).click();
    await expect(page).toHaveURL(/\/app\/campaign\/\d+\/new-subsequence$/);
  });

  await test.step("the condition comes first", async () => {
    await page.getByRole("textbox", { name: "Campaign name" }).fill("After a yes");
    await page.getByRole("radio", { name: "Reply contains a phrase" }).check();
    await page.getByRole("textbox", { name: "Phrases" }).fill("sounds good");
    await page.getByRole("textbox", { name: "Phrases" }).press("Enter");
    await expect(page.locator("output", { hasText: /^Saved/ })).toBeVisible();
    await expect(page).toHaveURL(/\/new-subsequence\?id=\d+$/);
    const [, parentId, id] = /campaign\/(\d+)\/.*id=(\d+)/.exec(page.url()) ?? [];
    const child = (await apiOf(page))<{ parent_id: number }>(`GET /campaigns/${id}`);
    expect((await child).parent_id).toBe(Number(parentId));
    await page.getByRole("button", { name: "Next: Sequence" }).click();
    await expect(page).toHaveURL(/\/subsequence\/\d+\/build\?step=sequence$/);
  });

  await test.step("the first mail may wait and needs no subject", async () => {
    await page.getByLabel("Days to wait before email 1").fill("2");
    await page.getByRole("textbox", { name: "Body", exact: true }).click();
    await page
      .getByRole("textbox", { name: "Body", exact: true })
      .pressSequentially("How about Tuesday?");
    await expect(page.locator("output", { hasText: /^Saved/ })).toBeVisible();
    await page.getByRole("button", { name: "Next: Setup" }).click();
    await expect(page.getByText(/Each lead gets email from the mailbox/)).toBeVisible();
    await page.getByRole("button", { name: "Next: Review" }).click();
  });

  await test.step("it starts and is shown under its campaign", async () => {
    await expect(page.getByText("Everything is ready")).toBeVisible();
    await page.getByRole("button", { name: "Start subsequence" }).click();
    await expect(page).toHaveURL(/\/app\/campaign\/\d+\/subsequence\/\d+\/analytics$/);
    const own = page.url();
    await go(page, own);
    await expect(page.getByRole("heading", { name: "After a yes" })).toBeVisible();
    const parts = page.getByRole("navigation", { name: "Campaign sections" });
    for (const name of ["Plan", "Activity", "Leads", "Scheduler log"]) {
      const tab = parts.getByRole("link", { name, exact: true });
      await tab.click();
      await expect(tab).toHaveAttribute("aria-current", "page");
    }
    await parts.getByRole("link", { name: "Inbox", exact: true }).click();
    await expect(page).toHaveURL(/\/app\/master-inbox\?campaign=\d+$/);
    await page.getByRole("link", { name: "After a yes" }).click();
    await expect(page).toHaveURL(own);
    const [, parentId] = /campaign\/(\d+)/.exec(own) ?? [];
    await go(page, `${demo.url}/app/email-campaign/${parentId}/subsequence`);
    const row = page.getByRole("row", { name: /After a yes/ });
    await expect(row).toContainText("Reply contains a phrase");
    await expect(row).toContainText("Active");
    await row.getByRole("link", { name: "After a yes" }).click();
    await expect(page).toHaveURL(own);
  });
});
