import { expect, type Page } from "playwright/test";
import { enterDemo, linkToCampaign, test } from "./support/demo.ts";
import { go } from "./support/go.ts";

test.beforeEach(({ page, demo }) => enterDemo(page, demo));

const csv = (text: string) => ({
  name: "list.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(text),
});

test("A lead is paused from its row, the pause is taken back, and it is stopped from the bar", async ({
  page,
}) => {
  await openLeads(page);
  const running = page.getByRole("row", { name: /Not contacted yet|Scheduled|In progress/ });
  const email = (await running.first().locator("td").nth(1).innerText()).trim();
  const row = page.getByRole("row", { name: new RegExp(email.replaceAll(".", String.raw`\.`)) });
  await row.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await expect(row).toContainText("Paused");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).not.toContainText("Paused");

  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(row).toContainText("Stopped");
  await expect(row).toContainText("Stopped by hand");
});

test("Entries come on to the block list by hand and by file, and off by the link of a mail", async ({
  page,
  demo,
}) => {
  await go(page, "/app/settings/global-block-list");
  await page.getByLabel("Addresses or domains").fill("journey-a.example\nwho@journey-b.example");
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByText("2 entries added")).toBeVisible();
  await expect(page.getByRole("row", { name: /journey-a\.example/ })).toContainText("By hand");

  await page.locator("input[type=file]").first().setInputFiles(csv("journey-c.example\n"));
  await expect(page.getByRole("row", { name: /journey-c\.example/ })).toContainText("CSV file");

  const list = "journey-a.example\njourney-c.example\nother.example\n";
  await page.locator("input[type=file]").last().setInputFiles(csv(list));
  const told = page.getByText(/2 matches, 1 not found\. Confirm with the link sent to/);
  await expect(told).toBeVisible();
  const to = /sent to (\S+@\S+?)\.?$/.exec((await told.innerText()).trim())?.[1] ?? "";
  const [link = ""] =
    /\S+\/app\/domain-block-list\/confirm-delete-csv\/\S+/.exec(await demo.mailTo(to)) ?? [];
  await go(page, new URL(link).pathname);
  await expect(page.getByRole("row", { name: "Match 2" })).toBeVisible();
  await page.getByRole("button", { name: "Remove 2 entries" }).click();
  await expect(page.getByText("2 entries were removed.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("This link does not exist")).toBeVisible();
  await go(page, "/app/settings/global-block-list");
  await expect(page.getByRole("row", { name: /who@journey-b\.example/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /journey-[ac]\.example/ })).toHaveCount(0);
});

/** The leads of the draft: nothing else happens to them meanwhile. */
async function openLeads(page: Page): Promise<void> {
  const path = await (await linkToCampaign(page, "Coffee tasting")).getAttribute("href");
  const id = new URL(path ?? "", page.url()).searchParams.get("id");
  await go(page, `/app/email-campaign/${id}/lead-list`);
}
