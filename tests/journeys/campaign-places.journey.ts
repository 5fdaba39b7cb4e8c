import { advance } from "@thaw/core/campaigns/campaign-lead/advance";
import { changeThread, threadFor } from "@thaw/core/inbox/thread/thread-store";
import { expect, type Page } from "playwright/test";
import { paced } from "../../scripts/pace.ts";
import { type Api, apiOf, copyOfDraft } from "./support/api.ts";
import { enterDemo, test } from "./support/demo.ts";
import { go } from "./support/go.ts";
import { useTableOf } from "./support/table.ts";

const DUE = "2031-05-06T09:00:00.000Z" as const;

test.beforeEach(({ page, demo }) => enterDemo(page, demo));

test("A drafted, a paused, a stopped and an archived campaign each have a word and an icon of their own [CAMP-06]", async ({
  page,
}) => {
  const api = await apiOf(page);
  const WAYS = {
    Draft: [],
    Paused: ["start", "pause"],
    Stopped: ["start", "stop"],
    Archived: ["archive"],
  };
  for (const [word, changes] of Object.entries(WAYS)) {
    const id = await copyOfDraft(api, `Shown as ${word}`);
    const email = `${word.toLowerCase()}@icons.example`;
    const leads = [{ email, custom_fields: { role: "Cook" } }];
    await api(`POST /campaigns/${id}/leads`, { leads });
    for (const change of changes) await api(`POST /campaigns/${id}/${change}`);
  }
  await go(page, "/app/email-campaign/all?limit=50");
  const icons = new Map<string, string>();
  for (const word of Object.keys(WAYS)) {
    const row = page.getByRole("row").filter({ hasText: `Shown as ${word}` });
    const badge = row.locator(".badge");
    await expect(badge).toHaveText(word);
    const icon = badge.locator("svg");
    await expect(icon).toBeVisible();
    icons.set(word, await icon.innerHTML());
  }
  expect(new Set(icons.values()).size).toBe(Object.keys(WAYS).length);
});

test("The tabs of a campaign hold its own conversations, leads and subsequences, and nothing of another one [CAMP-25]", async ({
  page,
  demo,
}) => {
  const api = await apiOf(page);
  useTableOf(demo);
  const own = await fill(api, "Mountain");
  await fill(api, "Valley");
  const tab = async (name: string) => {
    await page.getByRole("navigation", { name: "Campaign sections" }).getByText(name).click();
  };

  await test.step("conversations, as the inbox shows them", async () => {
    await go(page, `/app/email-campaign/${own.id}/analytics`);
    await tab("Inbox");
    await expect(page.getByText("Only of Mountain")).toBeVisible();
    await expect(conversations(page)).toHaveText(["About Mountain"]);
    await page.getByRole("link", { name: "Archived" }).click();
    await expect(page).toHaveURL(/folder=archived/);
    await expect(page.getByText("Only of Mountain")).toBeVisible();
    await expect(conversations(page)).toHaveCount(0);
    await page.getByRole("link", { name: "Inbox", exact: true }).last().click();
    await expect(conversations(page)).toHaveText(["About Mountain"]);
    await page.getByRole("link", { name: "Show all" }).click();
    await expect(conversations(page).filter({ hasText: "About Valley" })).toHaveCount(1);
  });

  await test.step("leads with their status, step and next send", async () => {
    await go(page, `/app/email-campaign/${own.id}/analytics`);
    await tab("Leads");
    const rows = page.locator("tbody tr");
    await expect(rows).toHaveCount(2);
    const begun = rows.filter({ hasText: "begun@mountain.example" });
    await expect(begun).toContainText("In progress");
    await expect(begun).toContainText(/1 (of|\/) 2/);
    await expect(begun.locator("time")).toHaveAttribute("datetime", DUE);
    const fresh = rows.filter({ hasText: "fresh@mountain.example" });
    await expect(fresh).toContainText("Not contacted yet");
    await expect(fresh).toContainText(/0 (of|\/) 2/);
    await expect(fresh.locator("time")).toHaveCount(0);
  });

  await test.step("subsequences", async () => {
    await tab("Subsequences");
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await page.getByRole("link", { name: "After Mountain" }).click();
    await expect(page).toHaveURL(
      new RegExp(`/app/campaign/${own.id}/subsequence/${own.subsequenceId}/build`),
    );
    await go(page, `/app/email-campaign/${own.id}/subsequence`);
    await page.getByRole("link", { name: "New subsequence" }).click();
    await page.getByRole("button", { name: "Next: Sequence" }).click();
    await expect(page).toHaveURL(new RegExp(`/app/campaign/${own.id}/subsequence/\\d+/build`));
    await go(page, `/app/email-campaign/${own.id}/subsequence`);
    await expect(page.locator("tbody tr")).toHaveCount(2);
  });
});

test("A campaign of mails with variants, LinkedIn steps and a subsequence is built [CAMP-01]", async ({
  page,
}) => {
  const api = await apiOf(page);
  const id = await copyOfDraft(api, "Both channels");
  const saved = page.locator("output", { hasText: /^Saved/ });

  await test.step("a second variant of the first mail", async () => {
    await go(page, `/app/email-campaign/new-campaign?id=${id}&step=sequence`);
    await page.getByRole("button", { name: "Add variant" }).click();
    await expect(page.getByRole("group", { name: "Variant" }).getByRole("button")).toHaveCount(2);
    await page.getByRole("textbox", { name: "Subject" }).fill("The same in other words");
    await expect(saved).toBeVisible();
  });

  await test.step("a request to connect after the mails", async () => {
    await page.getByRole("button", { name: "Add a follow-up" }).click();
    await page.getByRole("textbox", { name: "Step type" }).click();
    await page.getByRole("option", { name: "LinkedIn: connect" }).click();
    await page.getByLabel("Text", { exact: true }).fill("Hello {{first_name}}");
    await expect(saved).toBeVisible();
  });

  await test.step("a subsequence", async () => {
    await go(page, `/app/email-campaign/${id}/subsequence`);
    await page.getByRole("link", { name: "New subsequence" }).first().click();
    await page.getByRole("button", { name: "Next: Sequence" }).click();
    await expect(page).toHaveURL(new RegExp(`/app/campaign/${id}/subsequence/\\d+/build`));
  });

  const { steps } = await api<{ steps: { seq_type: string; variants: object[] }[] }>(
    `GET /campaigns/${id}/sequences`,
  );
  expect(steps.map(({ seq_type, variants }) => [seq_type, variants.length])).toEqual([
    ["EMAIL", 2],
    ["EMAIL", 1],
    ["LI_CONNECT", 1],
  ]);
  const { items } = await api<{ items: object[] }>(`GET /campaigns/${id}/subsequences`);
  expect(items).toHaveLength(1);
});

test("A LinkedIn step is a task with its text, the profile and what may come of it; its lead goes on [LI-04]", async ({
  page,
}) => {
  const api = await apiOf(page);
  const id = await copyOfDraft(api, "By hand");
  const variants = (body: string) => [{ letter: "A", subject: "", body, share: 100 }];
  await api(`PUT /campaigns/${id}/sequences`, {
    steps: [
      { seq_type: "LI_CONNECT", days: 0, body: "Hello {{first_name}}, shall we connect?" },
      { seq_type: "LI_MESSAGE", days: 3, body: "Thank you" },
    ].map(({ seq_type, days, body }, index) => ({
      seq_number: index + 1,
      seq_type,
      seq_delay_details: { delayInDays: days },
      variants: variants(body),
    })),
  });
  const open = { weekdays: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "23:59" };
  const schedule = { timezone: "Etc/GMT", ...open, minGapMinutes: 3, maxNewLeadsPerDay: 50 };
  await api(`PATCH /campaigns/${id}`, { schedule });
  const email = "lena@by-hand.example";
  const linkedin_profile = "https://www.linkedin.com/in/lena-by-hand";
  await api(`POST /campaigns/${id}/leads`, {
    leads: [{ email, first_name: "Lena", linkedin_profile }],
  });
  await api(`POST /campaigns/${id}/start`);
  const title = page.getByRole("row", { name: /Lena/ }).locator(".task-title");
  await expect(async () => {
    await go(page, "/app/tasks");
    await expect(title.first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: paced(60_000) });
  await title.first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Hello Lena, shall we connect?");
  await expect(dialog.getByRole("link", { name: "Open LinkedIn profile" })).toHaveAttribute(
    "href",
    linkedin_profile,
  );
  for (const name of ["Done", "Accepted", "Skip"]) {
    await expect(dialog.getByRole("button", { name, exact: true })).toBeVisible();
  }
  await dialog.getByRole("button", { name: "Accepted", exact: true }).click();
  await expect(page.getByText("Task done")).toBeVisible();
  await go(page, `/app/email-campaign/${id}/lead-list?columns=status,progress,connection`);
  const lead = page.getByRole("row", { name: email });
  await expect(lead).toContainText("In progress");
  await expect(lead).toContainText("Connected");
  await expect(lead).toContainText(/1 (of|\/) 2/);
});

const conversations = (page: Page) => page.locator(".inbox-subject");

/** A campaign with a lead that has had a mail and one that has not, a conversation and a subsequence. */
async function fill(api: Api, name: string) {
  const { id: accountId } = await api<{ id: number }>("GET /auth/me");
  const id = await copyOfDraft(api, name);
  const { mailbox_ids } = await api<{ mailbox_ids: number[] }>(`GET /campaigns/${id}`);
  const mailboxId = mailbox_ids[0] ?? 0;
  const leads = ["begun", "fresh"].map((who) => ({
    email: `${who}@${name.toLowerCase()}.example`,
  }));
  const { results } = await api<{ results: { lead_id: number }[] }>(`POST /campaigns/${id}/leads`, {
    leads,
  });
  const leadId = results[0]?.lead_id ?? 0;
  const sentAt = "2026-03-02T09:00:00.000Z" as const;
  const sent = { step: 1, sendId: `${name}-1`, sentAt, mailboxId, version: 1, nextDueAt: DUE };
  await advance({ accountId, campaignId: id, leadId }, sent);
  const thread = await threadFor(
    accountId,
    `lead:${id}:${leadId}`,
    () => ({
      mailboxId,
      mailboxEmail: "ada@fernhollow.example",
      email: leads[0]?.email ?? "",
      name: "Lee Lead",
      subject: `About ${name}`,
      campaignId: id,
      leadId,
    }),
    sentAt,
  );
  await changeThread({ accountId, threadId: thread.threadId }, () => ({ state: "inbox" }));
  const child = await api<{ id: number }>(`POST /campaigns/${id}/subsequences`);
  await api(`PATCH /campaigns/${child.id}`, { name: `After ${name}` });
  return { id, subsequenceId: child.id };
}
