import { expect, type Page } from "playwright/test";
import { apiOf, copyOfDraft } from "./support/api.ts";
import { enterDemo, test } from "./support/demo.ts";
import { go } from "./support/go.ts";

const LIST = "/app/email-campaign/all?limit=50";

test("Campaigns of one's own go in and out of folders, and are archived, deleted and brought back; the leads of a deleted one stay [ROUTE-14] [ROUTE-15] [CAMP-18] [CAMP-20]", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo);
  await copyAs(page, "Autumn tasting");
  await copyAs(page, "Winter tasting");

  await test.step("two folders", async () => {
    await go(page, "/app/email-campaign/folders");
    await createFolder(page, "Seasons");
    await createFolder(page, "Later");
    await createFolder(page, "seasons");
    await expect(page.getByText("There is a folder with this name")).toBeVisible();
  });

  await test.step("both campaigns go into one, and one of them on into the other", async () => {
    await go(page, LIST);
    await select(page, "Autumn tasting", "Winter tasting");
    await moveTo(page, "Seasons");
    await expect(page.getByText("2 campaigns moved")).toBeVisible();
    await go(page, LIST);
    await select(page, "Winter tasting");
    await moveTo(page, "Later");
    await openFolder(page, "Seasons");
    expect(await namesShown(page)).toEqual(["Autumn tasting"]);
    await openFolder(page, "Later");
    expect(await namesShown(page)).toEqual(["Winter tasting"]);
  });

  await test.step("a toast puts a moved campaign back where it was", async () => {
    await select(page, "Winter tasting");
    await moveTo(page, "Seasons");
    await expect(rowOf(page, "Winter tasting")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, "Winter tasting")).toBeVisible();
    await openFolder(page, "Later");
    expect(await namesShown(page)).toEqual(["Winter tasting"]);
  });

  await test.step("a folder is renamed, and deleted without its campaigns", async () => {
    await go(page, "/app/email-campaign/folders");
    await folderAction(page, "Later", "Rename");
    await page.getByLabel("Folder name").fill("Next year");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("link", { name: "Next year" })).toBeVisible();
    await folderAction(page, "Next year", "Delete");
    await page.getByRole("button", { name: "Delete folder" }).click();
    await expect(page.getByRole("link", { name: "Next year" })).toHaveCount(0);
    await go(page, `${LIST}&folder=none`);
    expect(await namesShown(page)).toContain("Winter tasting");
    expect(await namesShown(page)).not.toContain("Autumn tasting");
  });

  await test.step("archiving many has an undo", async () => {
    await go(page, LIST);
    await select(page, "Autumn tasting", "Winter tasting");
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(rowOf(page, "Autumn tasting")).toContainText("Archived");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, "Autumn tasting")).toContainText("Draft");
    await expect(rowOf(page, "Winter tasting")).toContainText("Draft");
  });

  await test.step("deleting wants the name typed, and has an undo", async () => {
    await go(page, LIST);
    await rowAction(page, "Winter tasting", "Delete");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Delete" })).toBeDisabled();
    await dialog.getByRole("textbox").fill("Winter tasting");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Winter tasting deleted")).toBeVisible();
    await expect(rowOf(page, "Winter tasting")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, "Winter tasting")).toBeVisible();
  });

  await test.step("one that sends is not deleted, and of one that is paused the leads stay", async () => {
    const api = await apiOf(page);
    const id = await copyOfDraft(api, "Summer tasting");
    const email = "sol@summer.example";
    const schedule = { weekdays: [1], start: "00:00", end: "23:59", timezone: "Etc/GMT" };
    const far = { startDate: "2031-05-06", minGapMinutes: 3, maxNewLeadsPerDay: 50 };
    await api(`PATCH /campaigns/${id}`, { schedule: { ...schedule, ...far } });
    const leads = [{ email, custom_fields: { role: "Cook" } }];
    await api(`POST /campaigns/${id}/leads`, { leads });
    await api(`POST /campaigns/${id}/start`);
    const remove = { name: "Summer tasting" };
    await expect(api(`DELETE /campaigns/${id}`, remove)).rejects.toThrow("422");
    await api(`POST /campaigns/${id}/pause`);
    await go(page, LIST);
    await rowAction(page, "Summer tasting", "Delete");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("Summer tasting");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(rowOf(page, "Summer tasting")).toHaveCount(0);
    await go(page, `/app/leads/all?q=${encodeURIComponent(email)}`);
    await expect(page.getByRole("link", { name: email })).toBeVisible();
  });
});

test("The list shows its figures and owner, and is narrowed by status, name, client, tag and folder [CAMP-19]", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo);
  const api = await apiOf(page);
  const id = await copyOfDraft(api, "Narrowed tasting");
  const made = async (path: string, body: object) =>
    (await api<{ id: number }>(`POST ${path}`, body)).id;
  const folder_id = await made("/campaign-folders", { name: "Narrow" });
  const tag_id = await made("/tags", { name: "Narrowly" });
  const client = { name: "Bolt", email: "bolt@client.example", permissions: "none" };
  const client_id = await made("/clients", client);
  const campaign_ids = [id];
  await api("POST /campaigns/bulk", { campaign_ids, change: "move", folder_id });
  await api("POST /campaigns/bulk", { campaign_ids, change: "tag", tag_id });
  await api(`PUT /clients/${client_id}/assignments`, { campaign_ids });

  await go(page, LIST);
  const columns = [
    "Name",
    "Status",
    "Progress",
    "Sent",
    "Opened",
    "Replied",
    "Positive",
    "Bounced",
  ];
  for (const name of [...columns, "Owner", "Client"]) {
    await expect(page.getByRole("columnheader", { name, exact: true })).toBeVisible();
  }
  const owner = await api<{ name: string }>("GET /auth/me");
  await expect(rowOf(page, "Narrowed tasting")).toContainText(owner.name);
  await expect(rowOf(page, "Narrowed tasting")).toContainText("Bolt");
  expect((await namesShown(page)).length).toBeGreaterThan(1);
  const choices = { Client: "Bolt", Tags: "Narrowly", Folder: "Narrow", Status: "Draft" };
  for (const [field, choice] of Object.entries(choices)) {
    await go(page, LIST);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name: field, exact: true }).click();
    await page.getByLabel(choice, { exact: true }).check();
    await page.keyboard.press("Escape");
    await expect(page.getByText(`${field} is ${choice}`)).toBeVisible();
    await expect(rowOf(page, "Coffee pilot")).toHaveCount(0);
    await expect(rowOf(page, "Narrowed tasting")).toBeVisible();
    if (field !== "Status") expect(await namesShown(page)).toEqual(["Narrowed tasting"]);
    await page.getByRole("button", { name: "Clear all" }).first().click();
    await expect(rowOf(page, "Coffee pilot")).toBeVisible();
  }
  await page
    .getByRole("searchbox")
    .or(page.getByPlaceholder(/Search/))
    .first()
    .fill("NARROWED");
  await expect(page).toHaveURL(/q=NARROWED/);
  await expect(page.locator("tbody .list-link")).toHaveText(["Narrowed tasting"]);
});

test("A tag is put on campaigns, leads, mailboxes and templates, lists are narrowed to it, and its new name shows in all of them [MBX-22]", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo);
  await copyAs(page, "Tagged tasting");
  const mailbox = "ada@fernhollow.example";

  await test.step("a tag of one's own", async () => {
    await go(page, "/app/settings/tag-manager");
    await page.getByRole("button", { name: "New tag" }).first().click();
    await page.getByRole("textbox", { name: "Name" }).fill("Harvest");
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByText("Harvest created")).toBeVisible();
  });

  await test.step("it goes on one of each", async () => {
    await go(page, "/app/templates/new");
    await page.getByRole("textbox", { name: "Name" }).fill("Harvest mail");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Harvest mail saved")).toBeVisible();
    await tagIn(page, "/app/templates", "Harvest mail", "template");
    await tagIn(page, LIST, "Tagged tasting", "campaign");
    await tagIn(page, "/app/email-accounts", mailbox, "mailbox");
    await go(page, "/app/leads/all");
    const lead = (await page.locator("tbody .list-link").first().innerText()).trim();
    await tagIn(page, `/app/leads/all?q=${encodeURIComponent(lead)}`, lead, "lead");
  });

  await test.step("the list of mailboxes is narrowed by state, provider, tag and words", async () => {
    await go(page, "/app/email-accounts");
    const filter = async (field: string, choice: string) => {
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await page.getByRole("menuitem", { name: field, exact: true }).click();
      await page.getByLabel(choice, { exact: true }).check();
      await page.keyboard.press("Escape");
      await expect(page.getByText(`${field} is ${choice}`)).toBeVisible();
    };
    expect((await namesShown(page)).length).toBeGreaterThan(1);
    await filter("Tags", "Harvest");
    await expect(page.locator("tbody .list-link")).toHaveText([mailbox]);
    await filter("Provider", "Other");
    await filter("Status", "Connected");
    await page.getByPlaceholder("Search by address or name").fill("LINDQVIST");
    await expect(page).toHaveURL(/q=LINDQVIST/);
    await expect(page.locator("tbody .list-link")).toHaveText([mailbox]);
    await go(page, "/app/email-accounts?provider=zoho&q=lindqvist");
    await expect(page.getByText("No row matches the search and filters.")).toBeVisible();
  });

  await test.step("many get other limits at once, and the toast takes that back", async () => {
    await go(page, "/app/email-accounts");
    // The list is as it was left: with its filters, without the words that were looked for.
    await expect(page).toHaveURL(/tag=/);
    await expect(page).toHaveURL(/provider=generic/);
    const row = page.getByRole("row").filter({ hasText: mailbox });
    const before = (await row.innerText()).match(/\/\d+/)?.[0] ?? "";
    await select(page, mailbox);
    await page.getByRole("button", { name: "Limits", exact: true }).click();
    await page.getByLabel("Emails per day").fill("77");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(row).toContainText("/77");
    await expect(page.getByText("1 mailbox has new limits")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(row).toContainText(before);
  });

  await test.step("every list shows its new name", async () => {
    await go(page, "/app/settings/tag-manager");
    await page.getByRole("button", { name: "Edit Harvest" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Vintage");
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Vintage saved")).toBeVisible();
    const lists = [LIST, "/app/leads/all", "/app/email-accounts", "/app/templates"];
    for (const list of lists) {
      await go(page, list);
      await expect(page.locator("tbody").getByText("Vintage").first()).toBeVisible();
      await expect(page.locator("tbody").getByText("Harvest", { exact: true })).toHaveCount(0);
    }
  });
});

/** Puts the tag on a row of a list that carries none. */
async function tagIn(page: Page, list: string, row: string, noun: string): Promise<void> {
  await go(page, list);
  await select(page, row);
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("menuitem", { name: "Harvest" }).first().click();
  await expect(page.getByText(`1 ${noun} tagged`)).toBeVisible();
  await expect(page.locator("tbody").getByText("Harvest", { exact: true })).toHaveCount(1);
}

const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

const namesShown = (page: Page) => page.locator("tbody .list-link").allInnerTexts();

async function rowAction(page: Page, campaign: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `More actions for ${campaign}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** A copy of the demo's draft, which other journeys need as it is. */
async function copyAs(page: Page, name: string): Promise<void> {
  await go(page, LIST);
  await rowAction(page, "Coffee tasting", "Duplicate");
  await page.waitForURL(/new-campaign\?id=/);
  await go(page, LIST);
  await rowAction(page, "Coffee tasting (copy)", "Rename");
  await page.getByLabel("Campaign name").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, name)).toBeVisible();
}

async function createFolder(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByLabel("Folder name").fill(name);
  await page.getByRole("button", { name: "Create folder" }).click();
}

async function openFolder(page: Page, name: string): Promise<void> {
  await go(page, "/app/email-campaign/folders");
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

async function folderAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for folder ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

async function select(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByLabel(`Select ${name}`, { exact: true }).check();
}

async function moveTo(page: Page, folder: string): Promise<void> {
  await page.getByRole("button", { name: "Move to folder" }).click();
  await page.getByRole("menuitem", { name: folder, exact: true }).click();
  await expect(page.getByText(/campaigns? moved/).first()).toBeVisible();
}
