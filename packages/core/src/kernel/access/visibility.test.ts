import { expect, test } from "vitest";
import { exportedFile } from "../../../../../tests/support/exported-text.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import type { Actor } from "../../actor.ts";
import { assignCampaign } from "../../campaigns/campaign/assign-campaign.ts";
import {
  createCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from "../../campaigns/campaign/campaign.ts";
import { changeCampaigns } from "../../campaigns/campaign/change-campaigns.ts";
import { createFolder, listFolders } from "../../campaigns/campaign-folder/campaign-folder.ts";
import { createSubsequence } from "../../campaigns/subsequence/subsequence.ts";
import { createTask, getTask } from "../../inbox/task/task.ts";
import { listTasks } from "../../inbox/task/task-list.ts";
import { countUnread, listThreads } from "../../inbox/thread/thread.ts";
import { getThread } from "../../inbox/thread/thread-detail.ts";
import { changeThread, threadFor } from "../../inbox/thread/thread-store.ts";
import { deleteLead, getLead } from "../../leads/lead/lead.ts";
import { listLeadEnrolments } from "../../leads/lead/lead-enrolments.ts";
import { listLeads } from "../../leads/lead/lead-list.ts";
import {
  createLeadExport,
  downloadLeadExport,
  getLeadExport,
  listLeadExports,
} from "../../leads/lead-export/lead-export.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import { assignMailbox } from "../../senders/mailbox/assign-mailbox.ts";
import { getMailbox, listMailboxes } from "../../senders/mailbox/mailbox.ts";
import { storeMailbox } from "../../senders/mailbox/mailbox-connect.ts";
import { permissionsOf } from "./access-table.ts";
import { isHeld, scopeOfRole } from "./scope.ts";

const MISSING = { code: "not_found" };
const DUE = "2100-01-01T09:00:00.000Z";

await cloudOfFile();

let lastUser = 500;
const memberOf = ({ accountId }: Actor): Actor => ({
  kind: "member",
  accountId,
  userId: ++lastUser,
  permissions: permissionsOf("LIMITED_FULL_MEMBER_ACCESS"),
  scope: scopeOfRole("LIMITED_FULL_MEMBER_ACCESS", lastUser),
});

async function withMember() {
  const world = await makeWorld({ smtpPort: 1, leads: 2, start: false });
  return { world, owner: world.actor, member: memberOf(world.actor) };
}

const given = (actor: Actor) => () => recordAct(actor, { action: "access_given" });
const share = ({ actor, campaignId }: World, { userId }: Actor, isAssigned = true) =>
  assignCampaign({ accountId: actor.accountId, campaignId, userId, isAssigned }, given(actor));

async function threadIn({ actor, mailboxIds }: World, campaignId: number | undefined, key: string) {
  const { accountId } = actor;
  const [mailboxId = 0] = mailboxIds;
  const thread = await threadFor(
    accountId,
    key,
    () => ({
      mailboxId,
      mailboxEmail: "sender0@sender.example",
      email: `${key}@prospect.example`,
      name: key,
      subject: key,
      ...(campaignId === undefined ? {} : { campaignId }),
    }),
    "2026-03-02T09:00:00.000Z",
  );
  const state = campaignId === undefined ? ("untracked" as const) : ("inbox" as const);
  await changeThread(thread, () => ({ state, isUnread: true }));
  return thread.threadId;
}

const idsOf = ({ items }: { items: { id: number }[] }) =>
  items.map(({ id }) => id).sort((a, b) => a - b);
const ordered = (ids: number[]) => ids.toSorted((a, b) => a - b);

test("a limited member finds no campaign but those made by it or assigned to it, with their subsequences [PERM-16]", async () => {
  const { world, owner, member } = await withMember();
  const campaign_id = world.campaignId;
  const { id: own } = await createCampaign(member, { name: "Mine" });
  const { id: subsequence } = await createSubsequence(owner, { campaign_id, name: "After" });

  expect(idsOf(await listCampaigns(member, {}))).toEqual([own]);
  await expect(getCampaign(member, { campaign_id })).rejects.toMatchObject(MISSING);
  await expect(getCampaign(member, { campaign_id: subsequence })).rejects.toMatchObject(MISSING);
  await expect(updateCampaign(member, { campaign_id, name: "Taken" })).rejects.toMatchObject(
    MISSING,
  );
  await expect(
    changeCampaigns(member, { campaign_ids: [own, campaign_id], change: "archive" }),
  ).rejects.toMatchObject(MISSING);

  await share(world, member);
  expect(idsOf(await listCampaigns(member, {}))).toEqual(ordered([campaign_id, own]));
  expect(await getCampaign(member, { campaign_id: subsequence })).toMatchObject({ name: "After" });
  await share(world, member, false);
  await expect(getCampaign(member, { campaign_id })).rejects.toMatchObject(MISSING);
});

test("a folder counts for a limited member what its list shows it", async () => {
  const { world, owner, member } = await withMember();
  const { id: folder_id } = await createFolder(owner, { name: "Spring" });
  const { id: other } = await createCampaign(owner, { name: "Other" });
  const campaign_ids = [world.campaignId, other];
  await changeCampaigns(owner, { campaign_ids, change: "move", folder_id });
  await share(world, member);
  expect((await listFolders(member, {})).items).toMatchObject([{ campaigns: 1 }]);
  expect((await listFolders(owner, {})).items).toMatchObject([{ campaigns: 2 }]);
});

test("a limited member sees only its own mailboxes and can choose no other as a sender", async () => {
  const { world, owner, member } = await withMember();
  const [theirs = 0] = world.mailboxIds;
  const { mailboxId: mine } = await storeMailbox(member, {
    provider: "generic",
    email: "mine@sender.example",
    from_name: "Mine",
    smtp_host: "127.0.0.1",
    smtp_port: 1,
    smtp_security: "None",
    imap_host: "127.0.0.1",
    imap_port: 1,
    imap_security: "None",
    user_name: "",
    password: "secret",
    daily_limit: 50,
    min_gap_minutes: 3,
  });
  expect(idsOf(await listMailboxes(member, {}))).toEqual([mine]);
  await expect(getMailbox(member, { mailbox_id: theirs })).rejects.toMatchObject(MISSING);

  const { id: campaign_id } = await createCampaign(member, {});
  const take = (mailbox_ids: number[]) => updateCampaign(member, { campaign_id, mailbox_ids });
  await expect(take([mine, theirs])).rejects.toMatchObject({ code: "invalid" });
  // What someone else has put there may stay.
  await updateCampaign(owner, { campaign_id, mailbox_ids: [theirs] });
  expect(await take([mine, theirs])).toMatchObject({ mailbox_ids: [mine, theirs] });

  const { accountId, userId } = member;
  await assignMailbox({ accountId, mailboxId: theirs, userId, isAssigned: true }, given(owner));
  expect(await getMailbox(member, { mailbox_id: theirs })).toMatchObject({ id: theirs });
});

test("a limited member sees the conversations of its campaigns, and of its mailboxes where there is no campaign", async () => {
  const { world, owner, member } = await withMember();
  const { id: other } = await createCampaign(owner, { name: "Other" });
  const shown = await threadIn(world, world.campaignId, "shown");
  const hidden = await threadIn(world, other, "hidden");
  const untracked = await threadIn(world, undefined, "untracked");

  expect(await countUnread(member, {})).toEqual({ unread: 0, more: false });
  await share(world, member);
  expect(idsOf(await listThreads(member, {}))).toEqual([shown]);
  expect(idsOf(await listThreads(owner, {})).length).toBe(2);
  expect(await countUnread(member, {})).toEqual({ unread: 1, more: false });
  expect(await countUnread(owner, {})).toEqual({ unread: 2, more: false });
  await expect(getThread(member, { thread_id: hidden })).rejects.toMatchObject(MISSING);
  expect(await getThread(member, { thread_id: shown })).toMatchObject({ name: "shown" });

  const folder = "untracked";
  expect(idsOf(await listThreads(member, { folder }))).toEqual([]);
  const { accountId, userId } = member;
  const [mailboxId = 0] = world.mailboxIds;
  await assignMailbox({ accountId, mailboxId, userId, isAssigned: true }, given(owner));
  expect(idsOf(await listThreads(member, { folder }))).toEqual([untracked]);
});

test("conversations that are not visible are skipped until the page is full", async () => {
  const { world, owner, member } = await withMember();
  const { id: other } = await createCampaign(owner, { name: "Other" });
  await share(world, member);
  const shown = [
    await threadIn(world, world.campaignId, "first"),
    await threadIn(world, world.campaignId, "second"),
  ];
  for (const key of ["a", "b", "c"]) await threadIn(world, other, key);
  const page = await listThreads(member, { limit: 2 });
  expect(idsOf(page)).toEqual(ordered(shown));
});

test("a limited member sees and exports the leads of its campaigns, and no other enrolment of these", async () => {
  const { world, owner, member } = await withMember();
  const [lead_id = 0] = world.leadIds;
  const { id: other } = await createCampaign(owner, { name: "Other" });
  await addLeads(owner, { campaign_id: other, leads: [{ email: "other@prospect.example" }] });
  const both = { campaign_id: other, leads: [{ email: "lead0@prospect.example" }] };
  await addLeads(owner, { ...both });

  expect(await listLeads(member, {})).toMatchObject({ items: [] });
  await expect(getLead(member, { lead_id })).rejects.toMatchObject(MISSING);
  await share(world, member);
  expect(idsOf(await listLeads(member, {}))).toEqual(ordered(world.leadIds));
  expect(await listLeads(member, { email: "other@prospect.example" })).toMatchObject({ items: [] });
  expect(await listLeads(member, { search: "other@prospect.example" })).toMatchObject({
    items: [],
  });
  await expect(listLeads(member, { campaign_id: other })).rejects.toMatchObject(MISSING);
  expect(await getLead(member, { lead_id })).toMatchObject({ id: lead_id });
  const { items: enrolments } = await listLeadEnrolments(member, { lead_ids: [lead_id] });
  expect(enrolments.map(({ campaign_id }) => campaign_id)).toEqual([world.campaignId]);
  // It would leave a campaign that the member knows nothing of.
  await expect(deleteLead(member, { lead_id })).rejects.toMatchObject({ code: "forbidden" });

  const { id: export_id } = await createLeadExport(member, {});
  const text = await exportedFile(member, export_id);
  expect(text).toContain("lead1@prospect.example");
  expect(text).not.toContain("other@prospect.example");
  const lead_ids = idsOf(await listLeads(owner, { campaign_id: other }));
  await expect(createLeadExport(member, { lead_ids })).rejects.toMatchObject(MISSING);
  await expect(createLeadExport(member, { campaign_id: other })).rejects.toMatchObject(MISSING);
  // Nobody has it but the member, and the member only while they reach what they reached.
  const wider = { ...member, scope: { kind: "all" } as const };
  for (const actor of [owner, wider]) {
    await expect(getLeadExport(actor, { export_id })).rejects.toMatchObject(MISSING);
    await expect(downloadLeadExport(actor, { export_id })).rejects.toMatchObject(MISSING);
    expect(await listLeadExports(actor, {})).toMatchObject({ items: [] });
  }
});

test("a limited member sees the tasks of its leads and what it has to do itself, wherever that is", async () => {
  const { world, owner, member } = await withMember();
  const [lead_id = 0] = world.leadIds;
  const { id: theirs } = await createTask(owner, { title: "Theirs", due_at: DUE, lead_id });
  await expect(getTask(member, { task_id: theirs })).rejects.toMatchObject(MISSING);
  expect(await listTasks(member, { scope: "all" })).toEqual({ items: [], cursor: null });
  await share(world, member);
  expect(idsOf(await listTasks(member, { scope: "all" }))).toEqual([theirs]);
  const { id: mine } = await createTask(member, { title: "Mine", due_at: DUE, lead_id });
  await share(world, member, false);
  expect(idsOf(await listTasks(member, { scope: "all" }))).toEqual([mine]);
  expect(await getTask(member, { task_id: mine })).toMatchObject({ title: "Mine" });
});

test("a client of an agency sees its own records and nothing else", async () => {
  const { world, owner } = await withMember();
  const scope = { kind: "client", clientId: 7, hiddenCategoryIds: [] } as const;
  const client: Actor = { ...owner, kind: "client", userId: 900, scope };
  const campaign_id = world.campaignId;
  await expect(getCampaign(client, { campaign_id })).rejects.toMatchObject(MISSING);
  expect(await listCampaigns(client, {})).toMatchObject({ items: [] });
  expect(await listLeads(client, {})).toMatchObject({ items: [] });
  expect(isHeld(scope, { createdBy: 900, clientId: 7 })).toBe(true);
  expect(isHeld(scope, { createdBy: 900, assigneeIds: [900], clientId: 8 })).toBe(false);
});
