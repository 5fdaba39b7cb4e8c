import { advance } from "@thaw/core/campaigns/campaign-lead/advance";
import { expect } from "playwright/test";
import { type Api, apiOf, copyOfDraft } from "./support/api.ts";
import { signInToDemo, test } from "./support/demo.ts";
import { go } from "./support/go.ts";
import { become, member } from "./support/people.ts";
import { useSecretOf, useTableOf } from "./support/table.ts";

/** What nothing of the demo reaches, however fast its clock is. */
const FAR = "2031-05-06";

test.beforeEach(({ page, demo }) => signInToDemo(page, demo));

test("A campaign is started at the end of its building with its mails foretold, and within ten seconds the start is taken back", async ({
  page,
  demo,
}) => {
  const api = await apiOf(page, demo);
  const id = await copyWithLeads(api, "Launched", ["ada@launched.example", "bo@launched.example"]);
  const campaign = () => api<{ status: string }>(`GET /campaigns/${id}`);
  const start = async () => {
    await expect(page.getByText("Everything is ready")).toBeVisible();
    await page.getByRole("button", { name: "Start campaign" }).click();
    await expect(page).toHaveURL(new RegExp(`/app/email-campaign/${id}/analytics$`));
    await expect(page.getByText("Launched is active")).toBeVisible();
  };

  await test.step("its plan says what would leave, and why nothing does yet", async () => {
    await go(page, `/app/email-campaign/${id}/plan`);
    await expect(page.getByText(/^4 emails from /)).toBeVisible();
    await expect(page.getByText(/Assumes the campaign starts now\./)).toBeVisible();
    await expect(page.getByText("The campaign has not been started.")).toBeVisible();
    await page.getByRole("link", { name: "Finish and start it" }).click();
    await expect(page).toHaveURL(/step=review/);
  });

  await test.step("a start that is taken back has sent nothing", async () => {
    await start();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText(/Start of Launched undone/)).toBeVisible();
    await expect(page).toHaveURL(/step=review/);
    expect(await campaign()).toMatchObject({ status: "DRAFTED" });
    expect(await api(`GET /campaigns/${id}/trigger-logs`)).toEqual([]);
  });

  await test.step("a start that nobody takes back holds", async () => {
    await start();
    expect(await campaign()).toMatchObject({ status: "ACTIVE" });
  });
});

test("Steps of a running campaign are saved as a version once their changes were looked at, and leads finish theirs until they are moved", async ({
  page,
  demo,
}) => {
  const api = await apiOf(page, demo);
  useTableOf(demo);
  const id = await startFarOff(api, "Reworded", ["begun@reworded.example"]);
  await begin(api, id);
  const bar = page.getByRole("region", { name: "Unpublished changes" });
  const live = async () =>
    (await api<{ version: number }>(`GET /campaigns/${id}/sequences`)).version;

  await test.step("nothing is saved by itself, and what was changed can be thrown away", async () => {
    await go(page, `/app/email-campaign/new-campaign?id=${id}&step=sequence`);
    const subject = page.getByRole("textbox", { name: "Subject" });
    const before = await subject.inputValue();
    await subject.fill("In other words");
    await expect(bar).toContainText("1 change not published yet");
    await bar.getByRole("button", { name: "Discard" }).click();
    await expect(subject).toHaveValue(before);
    await subject.fill("In other words");
    expect(await live()).toBe(1);
  });

  await test.step("what could not be sent is not saved, and the dialog says why", async () => {
    const subject = page.getByRole("textbox", { name: "Subject" });
    await subject.fill("");
    await bar.getByRole("button", { name: /Review & publish/ }).click();
    const dialog = page.getByRole("dialog", { name: "Publish version 2" });
    await dialog.getByRole("button", { name: "Publish version 2" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Step 1: write a subject.");
    expect(await live()).toBe(1);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await subject.fill("In other words");
  });

  await test.step("before and now stand side by side, and leads under way finish the old one", async () => {
    await bar.getByRole("button", { name: /Review & publish/ }).click();
    const dialog = page.getByRole("dialog", { name: "Publish version 2" });
    await expect(dialog).toContainText("Step 1, variant A · Subject");
    await expect(dialog.getByLabel("Before")).toContainText("coffee");
    await expect(dialog.getByLabel("After").getByRole("insertion")).toHaveText("In other words");
    await expect(dialog.getByLabel("Keep current version")).toBeChecked();
    await dialog.getByRole("button", { name: "Publish version 2" }).click();
    await expect(bar).toContainText("published as a new version");
    expect(await live()).toBe(2);
  });

  await test.step("later they are moved on purpose", async () => {
    const older = page.getByRole("region", { name: "Leads on older versions" });
    await go(page, `/app/email-campaign/${id}/versions`);
    await expect(older).toContainText("1 lead finishes version 1");
    await expect(older).toContainText("1 before step 2");
    await expect(older.getByLabel("After").getByRole("insertion")).toHaveText("In other words");
    await older.getByRole("button", { name: "Move to version 2" }).click();
    await expect(page.getByText("Moving to version 2")).toBeVisible();
    await expect(async () => {
      await go(page, page.url());
      await expect(older).toBeHidden({ timeout: 500 });
    }).toPass();
    await expect(page.getByRole("region", { name: "Version 2" })).toContainText("Live");
  });
});

test("Where approval is required the person who starts a campaign asks for it, cannot approve it, and another person does", async ({
  page,
  demo,
}) => {
  const api = await apiOf(page, demo);
  useTableOf(demo);
  useSecretOf(demo);
  const owner = await page.context().cookies();
  const me = await api<{ id: number; user_id: number | null }>("GET /auth/me");
  const author = await member({ accountId: me.user_id ?? me.id }, "ADMIN_ACCESS");
  const id = await copyWithLeads(api, "Seen twice", ["eve@seen-twice.example"]);
  const review = `/app/email-campaign/new-campaign?id=${id}&step=review`;
  const turn = async (name: "Turn on" | "Turn off", told: string) => {
    await go(page, "/app/settings/security");
    const panel = page.locator("section", { hasText: "Require approval before a campaign starts" });
    await panel.getByRole("button", { name }).click();
    await expect(page.getByText(told)).toBeVisible();
  };
  const askAsAuthor = async () => {
    await become(page, demo.url, author);
    await go(page, review);
    await page.getByRole("button", { name: "Start campaign" }).click();
    await expect(page.getByText("You asked to start this campaign")).toBeVisible();
  };
  const backToOwner = () => page.context().addCookies(owner);
  const approve = page.getByRole("button", { name: "Approve and start" });

  await turn("Turn on", "A second person now approves each start");
  await test.step("the author asks, and is not the one to decide", async () => {
    await askAsAuthor();
    await expect(approve).toHaveCount(0);
    const theirs = await apiOf(page, demo);
    await expect(theirs(`POST /campaigns/${id}/approval/approve`)).rejects.toThrow("403");
    expect(await api(`GET /campaigns/${id}`)).toMatchObject({ status: "DRAFTED" });
  });

  await test.step("another person refuses with a reason, which the author reads", async () => {
    await backToOwner();
    await go(page, `/app/email-campaign/${id}/analytics`);
    await expect(page.getByText(/asked to start this campaign/)).toBeVisible();
    await page.getByRole("button", { name: "Reject" }).click();
    await page.getByLabel("What needs to change").fill("Name the price");
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await expect(page.getByText(/Your reason was saved/)).toBeVisible();
    await askAgain();
  });

  await test.step("another person approves, and it starts", async () => {
    await backToOwner();
    await go(page, `/app/email-campaign/${id}/analytics`);
    await approve.click();
    await expect(page.getByText(/Seen twice is active/)).toBeVisible();
    expect(await api(`GET /campaigns/${id}`)).toMatchObject({ status: "ACTIVE" });
  });
  await turn("Turn off", "Campaigns start without approval");

  async function askAgain() {
    await become(page, demo.url, author);
    await go(page, review);
    await expect(page.getByText("Name the price")).toBeVisible();
    await askAsAuthor();
  }
});

test("Why nothing goes out is told with a link to what changes it, for a campaign and for a lead whose domain is blocked; a mailed link removes leads by a file", async ({
  page,
  demo,
}) => {
  const api = await apiOf(page, demo);
  const id = await startFarOff(api, "Silent", ["fay@silent.example", "gil@loud.example"]);
  const leads = `/app/email-campaign/${id}/lead-list`;
  const dialog = page.getByRole("dialog");

  await test.step("the campaign waits for its hours", async () => {
    await go(page, leads);
    await page.getByRole("button", { name: "Sending status" }).click();
    // The demo's own campaign may keep the mailboxes busy, too.
    await expect(dialog).toContainText(/Outside the campaign's sending hours|No mailbox is free/);
    await expect(dialog).toContainText("opens May 6, 2031");
    await dialog.getByRole("link", { name: "Open schedule and mailboxes" }).click();
    await expect(page).toHaveURL(/step=setup/);
    await expect(page.getByLabel("Not before (optional)")).toHaveValue(/2031/);
  });

  await test.step("a lead is on the block list by its domain", async () => {
    await go(page, "/app/domain-block-list");
    await page.getByLabel("Addresses or domains").fill("silent.example");
    await page.getByRole("button", { name: "Block", exact: true }).click();
    await expect(page.getByText("1 entry added")).toBeVisible();
    await go(page, leads);
    await page.getByRole("button", { name: /^Why\? fay@silent\.example/ }).click();
    await expect(dialog).toContainText("fay@silent.example or its domain is on the block list");
    await dialog.getByRole("link", { name: "Open the block list" }).click();
    await expect(page.getByRole("row", { name: /silent\.example/ })).toBeVisible();
  });

  await test.step("leads go by a file, once its link is confirmed", async () => {
    await go(page, leads);
    await page.locator("input[type=file]").setInputFiles({
      name: "list.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("gil@loud.example\nnobody@loud.example\n"),
    });
    const told = page.getByText(/1 match, 1 not found\. Confirm with the link we sent to/);
    const [, to = ""] = /sent to (\S+@\S+?)\.?$/.exec((await told.innerText()).trim()) ?? [];
    const link = /\S+\/app\/email-campaigns\/\d+\/confirm-delete-csv\/\S+/;
    const [address = ""] = link.exec(await demo.mailTo(to)) ?? [];
    await go(page, new URL(address).pathname);
    await page.getByRole("button", { name: "Remove 1 lead" }).click();
    await expect(page.getByText("1 lead removed.")).toBeVisible();
    await page.getByRole("link", { name: "Back to leads" }).click();
    await expect(page.locator("tbody tr")).toHaveCount(1);
  });
});

async function copyWithLeads(api: Api, name: string, emails: readonly string[]): Promise<number> {
  const id = await copyOfDraft(api, name);
  const custom_fields = { role: "Cook" };
  const leads = emails.map((email) => ({ email, company_name: name, custom_fields }));
  await api(`POST /campaigns/${id}/leads`, { leads });
  return id;
}

/** It runs, and sends nothing while anyone looks. */
async function startFarOff(api: Api, name: string, emails: readonly string[]): Promise<number> {
  const id = await copyWithLeads(api, name, emails);
  const open = { weekdays: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "23:59" };
  const rest = { timezone: "Etc/GMT", minGapMinutes: 3, maxNewLeadsPerDay: 50, startDate: FAR };
  await api(`PATCH /campaigns/${id}`, { schedule: { ...open, ...rest } });
  await api(`POST /campaigns/${id}/start`);
  return id;
}

/** Its first lead has had its first mail, and gets the next when nobody runs this any more. */
async function begin(api: Api, campaignId: number): Promise<void> {
  const { id, user_id } = await api<{ id: number; user_id: number | null }>("GET /auth/me");
  const { mailbox_ids } = await api<{ mailbox_ids: number[] }>(`GET /campaigns/${campaignId}`);
  const [lead] = await api<{ lead_id: number }[]>(`GET /campaigns/${campaignId}/leads`);
  await advance(
    { accountId: user_id ?? id, campaignId, leadId: lead?.lead_id ?? 0 },
    {
      step: 1,
      sendId: `version-${campaignId}`,
      sentAt: "2026-03-02T09:00:00.000Z",
      mailboxId: mailbox_ids[0] ?? 0,
      version: 1,
      nextDueAt: `${FAR}T09:00:00.000Z`,
    },
  );
}
