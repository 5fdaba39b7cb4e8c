import { expect, type Page } from "playwright/test";
import { apiOf, copyOfDraft } from "./support/api.ts";
import { enterDemo, linkToCampaign, test } from "./support/demo.ts";
import { go } from "./support/go.ts";
import { holdsFor } from "./support/holds-for.ts";
import type { Product } from "./support/product.ts";

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
  await row.getByRole("button", { name: /^More actions for/ }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await expect(row).toContainText("Paused");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).not.toContainText("Paused");

  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(row).toContainText("Stopped");
  await expect(row).toContainText("Stopped by hand");
});

test("Entries come on to the block list by hand, one or many, by file and by the API, for everyone or a client, and off by the link of a mail that works once [LEAD-23] [ROUTE-54] [ROUTE-55]", async ({
  page,
  demo,
}) => {
  const api = await apiOf(page, demo);
  const client = { name: "Cask", email: "cask@block.example", permissions: "none" };
  await api("POST /clients", client);
  const { api_key } = await api<{ api_key: string }>("POST /api-keys", { name: "List keeper" });
  const posted = await page.request.post(`${demo.url}/api/block-list`, {
    headers: { "x-api-key": api_key },
    data: { value: "journey-e.example" },
  });
  expect(posted.status()).toBe(201);
  const row = (entry: string) => page.getByRole("row", { name: entry });
  await go(page, "/app/settings/global-block-list");
  await expect(row("journey-e.example")).toContainText("Whole accountAPI");
  const block = async (entries: string, told: string) => {
    await page.getByLabel("Addresses or domains").fill(entries);
    await page.getByRole("button", { name: "Block", exact: true }).click();
    await expect(page.getByText(told).last()).toBeVisible();
  };
  await block("journey-a.example\nwho@journey-b.example", "2 entries added");
  await expect(row("journey-a.example")).toContainText("Whole accountAdded by hand");
  await expect(row("who@journey-b.example").locator("time")).toBeVisible();
  await holdsFor(page, "Cask");
  await block("journey-d.example", "1 entry added");
  await expect(row("journey-d.example")).toContainText("CaskAdded by hand");
  await holdsFor(page, "Whole account");

  await page.locator("input[type=file]").first().setInputFiles(csv("journey-c.example\n"));
  await expect(row("journey-c.example")).toContainText("CSV file");

  const list = "journey-a.example\njourney-c.example\nother.example\n";
  await page.locator("input[type=file]").last().setInputFiles(csv(list));
  await go(page, await mailedLink(page, demo, "domain-block-list"));
  await expect(page.getByRole("row", { name: "Match 2" })).toBeVisible();
  await page.getByRole("button", { name: "Remove 2 entries" }).click();
  await expect(page.getByText("2 entries removed.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("This link has expired")).toBeVisible();
  await go(page, "/app/settings/global-block-list");
  await expect(page.getByRole("row", { name: /who@journey-b\.example/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /journey-[ac]\.example/ })).toHaveCount(0);
});

test("Leads come out of a campaign by a file, once the link of a mail confirms it [ROUTE-53]", async ({
  page,
  demo,
}) => {
  const api = await apiOf(page, demo);
  const id = await copyOfDraft(api, "Leaving by file");
  const leads = ["ada", "bob", "cy"].map((name) => ({ email: `${name}@leaves.example` }));
  await api(`POST /campaigns/${id}/leads`, { leads });
  const left = async () =>
    (await api<{ lead: { email: string } }[]>(`GET /campaigns/${id}/leads`)).map(
      ({ lead }) => lead.email,
    );
  await go(page, `/app/email-campaign/${id}/lead-list`);
  const list = "email\nada@leaves.example\ncy@leaves.example\nnobody@leaves.example\n";
  await page.locator("input[type=file]").last().setInputFiles(csv(list));
  const link = await mailedLink(page, demo, "email-campaigns");
  expect(await left()).toHaveLength(3);

  await go(page, link);
  await expect(page.getByRole("row", { name: "Match 2" })).toBeVisible();
  await page.getByRole("button", { name: "Remove 2 leads" }).click();
  await expect(page.getByText("2 leads removed.")).toBeVisible();
  expect(await left()).toEqual(["bob@leaves.example"]);
  await page.reload();
  await expect(page.getByText("This link has expired")).toBeVisible();
});

/** The path of the link that was mailed when a list had been read: two of its three lines match. */
async function mailedLink(page: Page, demo: Product, of: string): Promise<string> {
  const told = page.getByText(/2 matches, 1 not found\. Confirm with the link we sent to/);
  await expect(told).toBeVisible();
  const to = /sent to (\S+@\S+?)\.?$/.exec((await told.innerText()).trim())?.[1] ?? "";
  const pattern = new RegExp(`\\S+/app/${of}/\\S*confirm-delete-csv/\\S+`);
  return new URL(pattern.exec(await demo.mailTo(to))?.[0] ?? "").pathname;
}

/** The leads of the draft: nothing else happens to them meanwhile. */
async function openLeads(page: Page): Promise<void> {
  const path = await (await linkToCampaign(page, "Coffee tasting")).getAttribute("href");
  const id = new URL(path ?? "", page.url()).searchParams.get("id");
  await go(page, `/app/email-campaign/${id}/lead-list`);
}
