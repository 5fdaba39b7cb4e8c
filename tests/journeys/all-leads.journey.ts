import { addMember } from "@thaw/core/accounts/team/member";
import { expect, type Page } from "playwright/test";
import { apiOf } from "./support/api.ts";
import { enterDemo, linkToCampaign, test } from "./support/demo.ts";
import { go } from "./support/go.ts";
import { TAGS } from "./support/screens.ts";
import { useTableOf } from "./support/table.ts";

const LEADS = "/app/leads/all";

test("Tags are made, renamed and put on campaigns, whose list is narrowed to them; a deleted one comes back", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo);
  await test.step("made, refused, renamed", async () => {
    await go(page, TAGS);
    await makeTag(page, "Chains");
    await expect(page.getByText("Chains created")).toBeVisible();
    await makeTag(page, "chains");
    await expect(page.getByText("There is a tag with this name")).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Edit Chains" }).click();
    await page.getByLabel("Name").fill("Franchises");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("cell", { name: "Franchises", exact: true })).toBeVisible();
  });

  await test.step("on a campaign, and the list shows those with it alone", async () => {
    await go(page, "/app/email-campaign/all?limit=50");
    await rowOf(page, "Coffee tasting").getByRole("checkbox").check();
    await chooseTag(page, "Franchises");
    await expect(page.getByText("1 campaign tagged")).toBeVisible();
    await expect(rowOf(page, "Coffee tasting")).toContainText("Franchises");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("menuitem", { name: "Tags" }).click();
    await page.getByLabel("Franchises").check();
    await expect(rowOf(page, "Coffee pilot")).toHaveCount(0);
    await expect(rowOf(page, "Coffee tasting")).toBeVisible();
  });

  await test.step("a deleted tag is shown nowhere, and Undo brings it back", async () => {
    await go(page, TAGS);
    await page.getByRole("button", { name: "Delete Franchises" }).click();
    await expect(page.getByRole("cell", { name: "Franchises", exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("cell", { name: "Franchises", exact: true })).toBeVisible();
    await go(page, "/app/email-campaign/all?limit=50");
    await expect(rowOf(page, "Coffee tasting")).toContainText("Franchises");
  });
});

test("All leads are searched, narrowed, sorted, paused and blocked in bulk with an undo, exported and deleted [ROUTE-22] [LEAD-20]", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo);
  await go(page, `${LEADS}?limit=10`);
  const first = await addressIn(page, 1);

  await test.step("the navigation and the key lead here", async () => {
    await go(page, "/app/templates");
    await page.keyboard.press("g");
    await page.keyboard.press("l");
    await expect(page).toHaveURL(/\/app\/leads\/all/);
    await expect(page.getByRole("link", { name: "Leads" })).toHaveAttribute("aria-current", "page");
  });

  await test.step("a part of an address finds its lead, and a filter leaves those of one status", async () => {
    await page.getByPlaceholder("Search address, name, company").fill(first.slice(0, -2));
    await expect(page.getByRole("row", { name: first })).toBeVisible();
    await expect(page).toHaveURL(/q=/);
    await page.getByPlaceholder("Search address, name, company").fill("nobody-has-this");
    await expect(page.getByText("No row matches the search and filters.")).toBeVisible();
    await page.getByRole("button", { name: "Clear all" }).last().click();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("menuitem", { name: "Status" }).click();
    await page.getByLabel("Blocked").check();
    await expect(page).toHaveURL(/status=BLOCKED/);
  });

  await test.step("the oldest come first by a click, and a column more is shown", async () => {
    await go(page, LEADS);
    await expect(page).toHaveURL(/status=BLOCKED/);
    await page.getByRole("button", { name: "Clear all" }).first().click();
    await expect(page).not.toHaveURL(/status=/);
    await page.getByRole("columnheader", { name: "Imported" }).getByRole("button").click();
    await expect(page).toHaveURL(/sort=imported/);
    await go(page, LEADS);
    await expect(page).toHaveURL(/sort=imported/);
    await expect.poll(() => addressIn(page, 1)).not.toBe(first);
    const location = page.getByRole("columnheader", { name: "Location" });
    await expect(location).toHaveCount(0);
    await page.getByRole("button", { name: "Display" }).click();
    await page.getByLabel("Location").click();
    await expect(location).toBeVisible();
    await page.keyboard.press("Escape");
  });

  const draft = await draftId(page);
  const mine = `${LEADS}?campaign=${draft}`;

  await test.step("a lead is paused everywhere, and Undo lets it go on", async () => {
    await go(page, mine);
    const email = await addressIn(page, 1);
    await select(page, email);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await expect(leadRow(page, email)).toContainText("Paused");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(leadRow(page, email)).not.toContainText("Paused");
  });

  await test.step("a category is set, and Undo takes it away", async () => {
    await go(page, mine);
    const email = await addressIn(page, 1);
    await select(page, email);
    await page.getByRole("button", { name: "Category", exact: true }).click();
    await page.getByRole("menuitem", { name: "Interested", exact: true }).click();
    await expect(leadRow(page, email)).toContainText("Interested");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(leadRow(page, email)).not.toContainText("Interested");
  });

  await test.step("addresses are blocked, and Undo takes them off the block list", async () => {
    await go(page, mine);
    const emails = [await addressIn(page, 2), await addressIn(page, 3)];
    for (const email of emails) await select(page, email);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Block" }).click();
    for (const email of emails) await expect(leadRow(page, email)).toContainText("Blocked");
    await page.getByRole("button", { name: "Undo" }).click();
    for (const email of emails) await expect(leadRow(page, email)).not.toContainText("Blocked");
  });

  await test.step("the list is a CSV file, at once where it is short, and so is what is selected", async () => {
    await go(page, mine);
    const lines = await exported(page, () =>
      page.getByRole("button", { name: "Export CSV" }).click(),
    );
    expect(lines[0]).toContain('"id","email","first_name"');
    expect(lines[1]).toContain(await addressIn(page, 1));
    // The whole list, not the page alone.
    expect(lines.length).toBeGreaterThan(await page.getByRole("row").count());
    const email = await addressIn(page, 2);
    await select(page, email);
    await page.getByRole("button", { name: "More", exact: true }).click();
    const item = page.getByRole("menuitem", { name: "Export as CSV" });
    const [, row, ...others] = await exported(page, () => item.click());
    expect(row).toContain(email);
    expect(others).toEqual([]);
  });

  await test.step("a longer list is seen on its way, and its file is offered without a reload", async () => {
    await go(page, mine);
    // The server is quick: the page is told that it is not, and asks further on its own.
    await page.route("**/app/leads-export*", async (route) => {
      const { operation } = route.request().postDataJSON() as { operation: string };
      if (operation !== "createLeadExport") return route.continue();
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { data: object };
      const running = { ...data, status: "RUNNING", rows_done: 20, rows_found: 80, progress: 0.6 };
      await route.fulfill({ response: answer, json: { ...rest, data: running } });
    });
    await page.getByRole("button", { name: "Export CSV" }).click();
    await expect(page.getByText("20 of 80 leads written")).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "Exporting leads" })).toBeVisible();
    const ready = page.getByRole("region", { name: "Your export is ready" });
    await expect(ready).toContainText("Kept until");
    await page.unroute("**/app/leads-export*");
    // Who comes back finds it, until it was fetched.
    await go(page, mine);
    const download = ready.getByRole("button", { name: "Download CSV" });
    expect((await exported(page, () => download.click()))[1]).toContain(await addressIn(page, 1));
    await go(page, mine);
    await expect(ready).toHaveCount(0);
    await go(page, `${LEADS}?q=nobody-has-this`);
    await page.getByRole("button", { name: "Export CSV" }).click();
    await expect(page.getByText("No lead matches the search and filters.")).toBeVisible();
  });

  await test.step("a deleted lead is gone once that is confirmed", async () => {
    await go(page, mine);
    const email = await addressIn(page, 3);
    await select(page, email);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("1 lead deleted")).toBeVisible();
    await expect(leadRow(page, email)).toHaveCount(0);
  });
});

test("A lead's page shows its campaigns and what happened, and its fields are changed [ROUTE-23]", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo);
  await go(page, `${LEADS}?status=INPROGRESS&status=COMPLETED`);
  const email = await addressIn(page, 1);
  await leadRow(page, email).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/app\/lead\/\d+\/view$/);
  await expect(page.getByRole("region", { name: "Campaigns" })).toContainText("Coffee");
  const history = page.getByRole("region", { name: "Timeline" });
  await expect(history).toContainText("Sent");
  await expect(history).toContainText("Added");
  await page.getByLabel("Company").fill("Roastery & Co");
  await page.getByLabel("Phone").fill("+43 1 555");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Lead saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Company")).toHaveValue("Roastery & Co");
  await page.getByLabel("Phone").fill("");
  await page.getByLabel("Address").fill("not an address");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("[aria-invalid=true]")).toBeVisible();
  await page.getByLabel("Address").fill(email);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Lead saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Phone")).toHaveValue("");
});

test("Notes, tasks and reminders of a lead are made by key, listed, narrowed, done and undone; who only looks on changes none [TASK-07]", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo);
  const api = await apiOf(page);
  await go(page, `${LEADS}?status=INPROGRESS&status=COMPLETED`);
  await page.getByRole("row").nth(2).getByRole("link").first().click();
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Sent");
  const keys = async (second: string) => {
    await page.keyboard.press("l");
    await page.keyboard.press(second);
  };

  await test.step("a note, and Undo brings a deleted one back", async () => {
    await keys("n");
    await page.getByLabel("Note", { exact: true }).fill("Prefers calls in the morning");
    await page.getByRole("button", { name: "Add note" }).click();
    const note = page.getByText("Prefers calls in the morning");
    await expect(page.getByText("Note added")).toBeVisible();
    await expect(note).toBeVisible();
    await page.getByRole("button", { name: "More for this note" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(note).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(note).toBeVisible();
  });

  await test.step("a reminder", async () => {
    await keys("r");
    await page.getByLabel("Reminder note").fill("Ask about the order");
    await page.getByRole("button", { name: "Set reminder" }).click();
    await expect(page.getByText("Reminder set")).toBeVisible();
    await page.getByRole("tab", { name: /Reminders/ }).click();
    await expect(page.getByText("Ask about the order")).toBeVisible();
  });

  const task = `Call ${Date.now()}`;
  await test.step("a task, in the list while the filters leave it", async () => {
    await keys("t");
    await page.getByRole("textbox", { name: "Task", exact: true }).fill(task);
    await page.getByRole("button", { name: "Create task" }).click();
    await expect(page.getByText("Task created")).toBeVisible();
    await go(page, "/app/tasks");
    await expect(rowOf(page, task)).toContainText("Medium");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("menuitem", { name: "Priority" }).click();
    await page.getByLabel("High").check();
    await expect(rowOf(page, task)).toHaveCount(0);
  });

  await test.step("a task from the list of tasks is for the lead that was typed and chosen", async () => {
    const second = `Write ${Date.now()}`;
    type Named = { email: string; first_name: string; last_name: string };
    const items = await api<Named[]>("GET /leads?limit=60");
    const wanted = items.at(-1);
    if (!wanted) throw new Error("The demo world has leads.");
    await go(page, "/app/tasks");
    await page.getByRole("button", { name: "New task" }).click();
    await page.getByRole("textbox", { name: "Task", exact: true }).fill(second);
    const field = page.getByRole("textbox", { name: "Lead" });
    await field.pressSequentially(wanted.email, { delay: 20 });
    await expect(page.getByRole("option", { name: wanted.email })).toBeVisible();
    await expect(field).toHaveValue(wanted.email);
    await page.getByRole("option", { name: wanted.email }).click();
    await expect(field).toHaveValue(new RegExp(wanted.email));
    await page.getByRole("button", { name: "Create task" }).click();
    await expect(page.getByText("Task created")).toBeVisible();
    await expect(rowOf(page, second)).toContainText(`${wanted.first_name} ${wanted.last_name}`);
    await expect(rowOf(page, second)).toHaveCount(1);
  });

  await test.step("done, and Undo opens it again", async () => {
    await go(page, "/app/tasks");
    await rowOf(page, task).getByRole("checkbox").click();
    await expect(rowOf(page, task)).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, task)).toBeVisible();
  });

  await test.step("someone who only looks on sees it and changes nothing", async () => {
    useTableOf(demo);
    const { id, user_id } = await api<{ id: number; user_id: number | null }>("GET /auth/me");
    const login = { email: `vera${Date.now()}@looks.example`, password: "only-Looks-on-1" };
    const viewer = { ...login, name: "Vera", role: "VIEW_ONLY_ACCESS" as const };
    await addMember(user_id ?? id, viewer);
    await page.context().clearCookies();
    await go(page, "/login");
    await page.getByLabel("Email").fill(login.email);
    await page.getByRole("textbox", { name: "Password" }).fill(login.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL(/\/app\//);
    await go(page, "/app/tasks/all");
    await expect(rowOf(page, task).getByRole("checkbox")).toBeDisabled();
    await expect(page.getByRole("button", { name: "New task" })).toHaveCount(0);
    const look = await apiOf(page);
    const [first] = await look<{ id: number }[]>("GET /tasks?scope=all");
    await expect(look(`POST /tasks/${first?.id}/complete`)).rejects.toThrow(/403/);
  });
});

async function makeTag(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New tag" }).first().click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create" }).click();
}

async function chooseTag(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("menuitem", { name }).first().click();
}

const rowOf = (page: Page, name: string) => page.getByRole("row", { name });
const leadRow = (page: Page, email: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: email, exact: true }) });

async function select(page: Page, email: string): Promise<void> {
  await leadRow(page, email).getByRole("checkbox").check();
}

async function addressIn(page: Page, row: number): Promise<string> {
  return (await page.getByRole("row").nth(row).getByRole("link").first().innerText()).trim();
}

/** The lines of the file that comes by `start`. */
async function exported(page: Page, start: () => Promise<void>): Promise<string[]> {
  const download = page.waitForEvent("download");
  await start();
  const file = await (await download).createReadStream();
  const parts: Buffer[] = [];
  for await (const part of file) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8").trim().split("\n");
}

/** The campaign that is a draft: nothing else happens to its leads meanwhile. */
async function draftId(page: Page): Promise<string> {
  const path = await (await linkToCampaign(page, "Coffee tasting")).getAttribute("href");
  return new URL(path ?? "", page.url()).searchParams.get("id") ?? "";
}
