import { afterAll, beforeAll, expect, test } from "vitest";
import {
  clientOf,
  details,
  give,
  newClientAddress,
  withClient,
} from "../../../../../tests/support/agency-client.ts";
import { startCloud, type TestCloud } from "../../../../../tests/support/cloud.ts";
import { exportedFile } from "../../../../../tests/support/exported-text.ts";
import { storeLiveHost } from "../../../../../tests/support/records.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { told } from "../../../../../tests/support/told.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import type { World } from "../../../../../tests/support/world.ts";
import { type Actor, NOBODY } from "../../actor.ts";
import { createCampaign, getCampaign, listCampaigns } from "../../campaigns/campaign/campaign.ts";
import { assignCategory } from "../../inbox/categorisation/assign-category.ts";
import { countUnread, listThreads } from "../../inbox/thread/thread.ts";
import { getThread } from "../../inbox/thread/thread-detail.ts";
import { changeThread, threadFor } from "../../inbox/thread/thread-store.ts";
import { CLIENT_PERMISSIONS } from "../../kernel/access/role.schema.ts";
import { listCampaignLeads } from "../../leads/lead/campaign-lead-list.ts";
import { getLead } from "../../leads/lead/lead.ts";
import { listLeads } from "../../leads/lead/lead-list.ts";
import { createLeadExport, downloadLeadExport } from "../../leads/lead-export/lead-export.ts";
import { getMailbox, listMailboxes } from "../../senders/mailbox/mailbox.ts";
import { listActivity } from "../activity-log/activity-log.ts";
import { NOT_ASSIGNED } from "../category/category.schema.ts";
import { forgotPassword, resetPassword } from "../login/mailed-link.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { acceptInvitation } from "../team/invitation.ts";
import { requireClientUser } from "../user/client-user.ts";
import { assignToClient } from "./assign-to-client.ts";
import {
  createClient,
  deactivateClient,
  deleteClient,
  getClient,
  inviteClient,
  listClients,
  reactivateClient,
  resetClientPassword,
  restoreClient,
  updateClient,
} from "./client.ts";
import { clientLogin } from "./client-login.ts";
import { viewAsClient } from "./view-as-client.ts";

const ORIGIN = { ip: "192.0.2.1", userAgent: "test" };
const PASSWORD = "glacier-2026";
const MISSING = { code: "not_found" };
const NOT_INTERESTED = 3;

let cloud: TestCloud;
let mails: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  cloud = await startCloud();
  mails = await startMailbox();
});
afterAll(async () => {
  await mails.stop();
  await cloud[Symbol.asyncDispose]();
});

async function newAgency(): Promise<Actor> {
  const owner = await testUser("owner", PASSWORD);
  return authenticateToken((await issueSession(owner, ORIGIN)).token);
}

/** The uuid of the last invitation that was mailed to an address, or undefined. */
async function invitationOf(email: string): Promise<string | undefined> {
  const mail = (await mails.mailsTo(email)).at(-1);
  return /accept-invitation\?uuid=([0-9a-f-]{36})/.exec(mail?.body.text ?? "")?.[1];
}

/** The uuids of the links to a new password that were mailed to an address. */
async function resetLinks(email: string): Promise<string[]> {
  const texts = (await mails.mailsTo(email)).map(({ body }) => body.text);
  return texts.flatMap((text) => /reset-password\?uuid=([0-9a-f-]{36})/.exec(text)?.[1] ?? []);
}

const getUser = ({ accountId, userId }: Actor) => requireClientUser(accountId, userId);

/** A client that has come in, as the API knows it. */
async function enteredClient(agency: Actor, change: object = {}): Promise<Actor> {
  const email = newClientAddress();
  await createClient(agency, details({ email, is_invited: true, ...change }));
  const uuid = (await invitationOf(email)) ?? "";
  const { token } = await acceptInvitation(NOBODY, { uuid, name: "Cleo", password: PASSWORD });
  return authenticateToken(token);
}

test("a client carries what it may do and which categories are hidden from it [CLIENT-01] [CLIENT-02]", async () => {
  expect(CLIENT_PERMISSIONS).toEqual(["full_access", "reply_master_inbox"]);
  const agency = await newAgency();
  const permissions = ["full_access", "reply_master_inbox"] as const;
  const made = await createClient(
    agency,
    details({ permissions, restricted_category_ids: [2, 3, 3] }),
  );
  expect(await getClient(agency, { client_id: made.id })).toMatchObject({
    permissions,
    restricted_category_ids: [2, 3],
    status: "invited",
  });
  await expect(
    createClient(agency, details({ restricted_category_ids: [9999] })),
  ).rejects.toMatchObject({ fields: { restricted_category_ids: [told(expect.any(String))] } });
});

test("an address is one client's within an agency, the first to take it, and may be another's elsewhere [CLIENT-05]", async () => {
  const [agency, other] = await Promise.all([newAgency(), newAgency()]);
  const email = newClientAddress();
  const tries = await Promise.allSettled(
    [email, email.toUpperCase(), email].map((each) =>
      createClient(agency, details({ email: each })),
    ),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const each of tries) {
    if (each.status === "rejected") {
      expect(each.reason).toMatchObject({
        code: "conflict",
        fields: { email: [told(expect.any(String))] },
      });
    }
  }
  await createClient(other, details({ email }));
  const { id } = await createClient(agency, details());
  await expect(
    updateClient(agency, { client_id: id, ...details({ email }) }),
  ).rejects.toMatchObject({ code: "conflict" });
  const free = newClientAddress();
  await updateClient(agency, { client_id: id, ...details({ email: free, name: "Nut" }) });
  expect(await getClient(agency, { client_id: id })).toMatchObject({ email: free, name: "Nut" });
});

test("an invited client comes in, is shut out at once, and comes back", async () => {
  const agency = await newAgency();
  const email = newClientAddress();
  const { id: client_id } = await createClient(agency, details({ email, is_invited: true }));
  const first = (await invitationOf(email)) ?? "";
  await inviteClient(agency, { client_id });
  const second = (await invitationOf(email)) ?? "";
  const accept = (uuid: string) =>
    acceptInvitation(NOBODY, { uuid, name: "Cleo", password: PASSWORD });
  await expect(accept(first)).rejects.toMatchObject({ code: "invalid" });
  const { token, user } = await accept(second);
  expect(user).toMatchObject({ isClient: true, client_permissions: { permissions: [] } });
  expect(await authenticateToken(token)).toMatchObject({
    kind: "client",
    scope: { kind: "client", clientId: client_id },
  });
  await expect(inviteClient(agency, { client_id })).rejects.toMatchObject({
    code: "invalid_transition",
  });
  await deactivateClient(agency, { client_id });
  await expect(authenticateToken(token)).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await reactivateClient(agency, { client_id })).toMatchObject({ status: "active" });
});

test("a client chooses a new password at its agency's host by a mail in the agency's brand, and nowhere else", async () => {
  const agency = await newAgency();
  const client = await enteredClient(agency);
  const { email } = await getUser(client);
  const host = `${crypto.randomUUID()}.agency.example`;
  await storeLiveHost(agency.accountId, { host, brandName: "Acme Growth" });
  const at = (asked: string) => ({ ...NOBODY, origin: { ...ORIGIN, host: asked } });
  await forgotPassword(at("app.provider.example"), { email });
  await forgotPassword(at("elsewhere.example"), { email });
  expect(await resetLinks(email)).toEqual([]);
  await forgotPassword(at(host), { email: email.toUpperCase() });
  const [mail] = (await mails.mailsTo(email)).slice(-1);
  expect(mail?.body.text).toContain(`https://${host}/reset-password`);
  expect(mail).toMatchObject({ from: expect.stringMatching(/^"Acme Growth"/) });
  expect(JSON.stringify(mail?.body)).not.toMatch(/thaw/i);
  const [uuid = ""] = await resetLinks(email);
  const { token } = await resetPassword(at(host), { uuid, newPassword: "moraine-2027" });
  expect((await authenticateToken(token)).scope).toEqual(client.scope);
  await expect(
    resetPassword(at(host), { uuid, newPassword: "moraine-2028" }),
  ).rejects.toMatchObject({ status: 400 });
  expect(await clientLogin(at(host), { email, password: "moraine-2027" })).toMatchObject({
    token: expect.any(String),
  });
});

test("an agency mails a client who has come in a link to a new password, and one who has not a new invitation", async () => {
  const agency = await newAgency();
  const client = await enteredClient(agency);
  const { email } = await getUser(client);
  await resetClientPassword(agency, { client_id: client.userId });
  const [uuid = ""] = await resetLinks(email);
  await resetPassword(NOBODY, { uuid, newPassword: "moraine-2027" });
  await expect(inviteClient(agency, { client_id: client.userId })).rejects.toMatchObject({
    code: "invalid_transition",
  });
  const { id } = await createClient(agency, details());
  await expect(resetClientPassword(agency, { client_id: id })).rejects.toMatchObject({
    code: "invalid_transition",
  });
  await expect(
    resetClientPassword(await newAgency(), { client_id: client.userId }),
  ).rejects.toMatchObject(MISSING);
  const { items } = await listActivity(agency, { kind: "client" });
  expect(items[1]).toMatchObject({ action: "client_reset_sent", target: email });
});

test("a deleted client is out and its address free; it can be restored unless that is another's now", async () => {
  const agency = await newAgency();
  const email = newClientAddress();
  const { id: client_id } = await createClient(agency, details({ email }));
  await deleteClient(agency, { client_id });
  expect((await listClients(agency, {})).items).toEqual([]);
  await expect(getClient(agency, { client_id })).rejects.toMatchObject(MISSING);
  await expect(deleteClient(agency, { client_id })).rejects.toMatchObject(MISSING);
  const { id: successor } = await createClient(agency, details({ email }));
  await expect(restoreClient(agency, { client_id })).rejects.toMatchObject({ code: "conflict" });
  await deleteClient(agency, { client_id: successor });
  expect(await restoreClient(agency, { client_id })).toMatchObject({ email, status: "invited" });
});

test("clients are found by a part of their name or address, however it is written, and after a change of either", async () => {
  const agency = await newAgency();
  const { id: client_id } = await createClient(agency, details({ name: "Östberg & Sons" }));
  await createClient(agency, details({ name: "Bolt" }));
  const found = async (search: string) =>
    (await listClients(agency, { search })).items.map(({ name }) => name);
  expect(await found("öSTB")).toEqual(["Östberg & Sons"]);
  const email = `Ada@${crypto.randomUUID()}.example`;
  await updateClient(agency, { client_id, ...details({ name: "Lindqvist", email }) });
  expect(await found("östberg")).toEqual([]);
  expect(await found("lindq")).toEqual(["Lindqvist"]);
  expect(await found(email.slice(1, 20).toUpperCase())).toEqual(["Lindqvist"]);
  expect(await found("")).toEqual(["Lindqvist", "Bolt"]);
});

test("no agency sees another agency's clients, and a client has no clients", async () => {
  const [agency, other] = await Promise.all([newAgency(), newAgency()]);
  const { id: client_id } = await createClient(agency, details());
  await expect(getClient(other, { client_id })).rejects.toMatchObject(MISSING);
  await expect(deleteClient(other, { client_id })).rejects.toMatchObject(MISSING);
  await expect(assignToClient(other, { client_id })).rejects.toMatchObject(MISSING);
  await expect(viewAsClient(other, client_id)).rejects.toMatchObject(MISSING);
  const client = await enteredClient(agency, { permissions: "full_access" });
  await expect(listClients(client, {})).rejects.toMatchObject({ code: "forbidden" });
  await expect(createClient(client, details())).rejects.toMatchObject({ code: "forbidden" });
});

test("a client sees what is assigned to it and nothing besides, and no longer once it is taken away [CLIENT-08]", async () => {
  const { world, owner, client } = await withClient();
  const campaign_id = world.campaignId;
  const [mailbox_id = 0] = world.mailboxIds;
  const [lead_id = 0] = world.leadIds;
  const seen = async () => ({
    campaigns: (await listCampaigns(client, {})).items.length,
    mailboxes: (await listMailboxes(client, {})).items.length,
    leads: (await listLeads(client, {})).items.length,
  });
  expect(await seen()).toEqual({ campaigns: 0, mailboxes: 0, leads: 0 });
  await give(owner, world, client.userId);
  expect(await seen()).toEqual({ campaigns: 1, mailboxes: world.mailboxIds.length, leads: 2 });
  expect(await getCampaign(client, { campaign_id })).toMatchObject({ client_id: client.userId });
  expect(await getMailbox(client, { mailbox_id })).toMatchObject({ id: mailbox_id });
  expect(await getLead(client, { lead_id })).toMatchObject({ id: lead_id });
  expect((await listClients(owner, {})).items).toMatchObject([
    { id: client.userId, campaigns: 1, mailboxes: world.mailboxIds.length },
  ]);
  await give(owner, world, "none");
  expect(await seen()).toEqual({ campaigns: 0, mailboxes: 0, leads: 0 });
  await expect(getLead(client, { lead_id })).rejects.toMatchObject(MISSING);
});

test("the agency filters its campaigns and mailboxes by client, and by none", async () => {
  const { world, owner, client } = await withClient();
  await give(owner, world, client.userId);
  const { id: free } = await createCampaign(owner, { name: "Nobody's" });
  const campaigns = async (client_id: number | "none") =>
    (await listCampaigns(owner, { client_id })).items.map(({ id }) => id);
  expect(await campaigns(client.userId)).toEqual([world.campaignId]);
  expect(await campaigns("none")).toEqual([free]);
  const mailboxes = async (client_id: number | "none") =>
    (await listMailboxes(owner, { client_id })).items.length;
  expect(await mailboxes(client.userId)).toBe(world.mailboxIds.length);
  expect(await mailboxes("none")).toBe(0);
});

test("what a client with full access makes is its own; others may not [CLIENT-06] [PERM-04]", async () => {
  const { owner, client } = await withClient({ permissions: "full_access" });
  const { id: campaign_id } = await createCampaign(client, { name: "Mine" });
  expect((await listCampaigns(client, {})).items.map(({ id }) => id)).toEqual([campaign_id]);
  expect(await getCampaign(owner, { campaign_id })).toMatchObject({ client_id: client.userId });
  for (const permissions of ["reply_master_inbox", "none"]) {
    const other = await clientOf(owner, { permissions });
    await expect(createCampaign(other, { name: "No" })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(other.permissions.has("inbox:reply")).toBe(permissions === "reply_master_inbox");
  }
});

async function threadOf({ actor, campaignId, mailboxIds }: World, leadId: number) {
  const { accountId } = actor;
  const thread = await threadFor(
    accountId,
    `lead:${campaignId}:${leadId}`,
    () => ({
      mailboxId: mailboxIds[0] ?? 0,
      mailboxEmail: "sender0@sender.example",
      email: `lead${leadId}@prospect.example`,
      name: "Lead",
      subject: "Hello",
      campaignId,
      leadId,
    }),
    "2026-03-02T09:00:00.000Z",
  );
  await changeThread(thread, () => ({ state: "inbox", isUnread: true }));
  return thread.threadId;
}

test("leads of a restricted category and their conversations are hidden from the client in lists, counts and exports", async () => {
  const { world, owner, client } = await withClient({ restricted_category_ids: [NOT_INTERESTED] });
  await give(owner, world, client.userId);
  const [hidden = 0, shown = 0] = world.leadIds;
  const { accountId } = owner;
  const thread_id = await threadOf(world, hidden);
  const kept = await threadOf(world, shown);
  expect(await countUnread(client, {})).toMatchObject({ unread: 2 });
  const choice = { categoryId: NOT_INTERESTED, by: owner.userId };
  await assignCategory({ accountId, threadId: thread_id }, choice);

  expect(await countUnread(client, {})).toMatchObject({ unread: 1 });
  const threads = await listThreads(client, { folder: "inbox" });
  expect(threads.items.map(({ id }) => id)).toEqual([kept]);
  await expect(getThread(client, { thread_id })).rejects.toMatchObject(MISSING);
  await expect(getLead(client, { lead_id: hidden })).rejects.toMatchObject(MISSING);
  expect((await listLeads(client, {})).items.map(({ id }) => id)).toEqual([shown]);
  const rows = await listCampaignLeads(client, { campaign_id: world.campaignId });
  expect(rows.items.map(({ lead_id }) => lead_id)).toEqual([shown]);
  expect(rows.total).toBeUndefined();
  const { id: export_id } = await createLeadExport(client, {});
  const text = await exportedFile(client, export_id);
  expect(text).toContain((await getLead(owner, { lead_id: shown })).email);
  expect(text).not.toContain((await getLead(owner, { lead_id: hidden })).email);
  // What holds leads of a category that is hidden since then is not theirs any more.
  const hiddenCategoryIds = [NOT_INTERESTED, NOT_ASSIGNED];
  const narrower = { ...client, scope: { ...client.scope, hiddenCategoryIds } } as Actor;
  await expect(downloadLeadExport(narrower, { export_id })).rejects.toMatchObject(MISSING);
});
