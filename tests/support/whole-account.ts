import { recordAct } from "../../packages/core/src/accounts/activity-log/record-act.ts";
import { createApiKey, renewApiKey } from "../../packages/core/src/accounts/api-key/api-key.ts";
import { createCategory } from "../../packages/core/src/accounts/category/category.ts";
import { watchHost } from "../../packages/core/src/accounts/host-watch/host-watch.ts";
import { signUp } from "../../packages/core/src/accounts/login/sign-up.ts";
import { verifyUser } from "../../packages/core/src/accounts/login/verification.ts";
import { addIdentity } from "../../packages/core/src/accounts/oidc/identity-record.ts";
import { addPasskey } from "../../packages/core/src/accounts/passkey/passkey-record.ts";
import { authenticateToken } from "../../packages/core/src/accounts/session/session.ts";
import { setPlan } from "../../packages/core/src/accounts/subscription-plan/set-plan.ts";
import { createTag } from "../../packages/core/src/accounts/tag/tag.ts";
import { inviteMember } from "../../packages/core/src/accounts/team/invitation.ts";
import { addMember } from "../../packages/core/src/accounts/team/member.ts";
import {
  addClientUser,
  deleteClientUser,
} from "../../packages/core/src/accounts/user/client-user.ts";
import { type Actor, NOBODY, systemActor } from "../../packages/core/src/actor.ts";
import { createFolder } from "../../packages/core/src/campaigns/campaign-folder/campaign-folder.ts";
import { enrolInSubsequence } from "../../packages/core/src/campaigns/campaign-lead/move-to-subsequence.ts";
import { createTemplate } from "../../packages/core/src/campaigns/template-library/saved-template.ts";
import { nowIso } from "../../packages/core/src/clock.ts";
import { sendBatch } from "../../packages/core/src/engine/delivery/send-batch.ts";
import { runTrigger } from "../../packages/core/src/engine/trigger-run/run-trigger.ts";
import { eraseLead } from "../../packages/core/src/erasure/lead-erasure/lead-erasure.ts";
import { runErasure } from "../../packages/core/src/erasure/lead-erasure/run-erasure.ts";
import { createTask, deleteTask } from "../../packages/core/src/inbox/task/task.ts";
import { startImageUpload } from "../../packages/core/src/kernel/upload/upload.ts";
import { deleteLead } from "../../packages/core/src/leads/lead/lead.ts";
import { createLeadExport } from "../../packages/core/src/leads/lead-export/lead-export.ts";
import {
  createLeadImport,
  previewLeadImport,
} from "../../packages/core/src/leads/lead-import/lead-import.ts";
import { runLeadImport } from "../../packages/core/src/leads/lead-import/run-lead-import.ts";
import { indexLeads } from "../../packages/core/src/leads/lead-search/index-leads.ts";
import { addSuppression } from "../../packages/core/src/leads/suppression/block-list.ts";
import { addLinkedInAccount } from "../../packages/core/src/senders/linkedin/linkedin-account.ts";
import { deleteMailbox } from "../../packages/core/src/senders/mailbox/mailbox-delete.ts";
import { takeTrackingHost } from "../../packages/core/src/senders/tracking-domain/tracking-host.ts";
import { commit } from "../../packages/data/src/transact.ts";
import { jobIn, messageIn } from "./campaign-run.ts";
import type { TestCloud } from "./cloud.ts";
import { fillLead, LATER } from "./fill-lead.ts";
import { receive } from "./inbound.ts";
import { finishOnboarding } from "./onboarding.ts";
import { expireUser, leadImage, storeLiveHost, trackBy } from "./records.ts";
import { addSubsequence } from "./subsequence.ts";
import { makeAttachment, uploadCsv, uploadTo } from "./upload.ts";
import { makeWorld, type World } from "./world.ts";

export type WholeAccount = {
  accountId: number;
  owner: Actor;
  email: string;
  token: string;
  apiKey: string;
  world: World;
  subsequenceId: number;
  /** Everyone who may come in, or might once. */
  userIds: number[];
  hosts: { agency: string; tracking: string };
};

const PASSWORD = "glacier-2026";

/** An account in which every feature has left something, by the product's own operations; all of it names `mark`. */
export async function makeWholeAccount(
  cloud: TestCloud,
  { mark, smtpPort, endsAt }: { mark: string; smtpPort: number; endsAt: string },
): Promise<WholeAccount> {
  const email = `ada@${mark}.example`;
  const { owner, token } = await newOwner(cloud, email, mark);
  const { accountId } = owner;
  await setPlan(systemActor(accountId), {
    plan_type: "PRO",
    end_date: endsAt,
    is_sub: false,
  });
  const world = await makeWorld({
    actor: owner,
    smtpPort,
    leads: 4,
    mailboxes: 2,
    leadEmail: (index) => `lead${index}@prospect.example`,
    leadFields: () => ({ company_name: mark }),
  });
  const userIds = [accountId, ...(await addPeople(owner, mark))];
  const apiKey = await addKeys(owner, mark);
  await converse(world, mark);
  await importAndExportLeads(world, mark);
  const subsequenceId = await enterSubsequence(world);
  await workOn(world, mark);
  await forgetSome(world);
  await indexFirst(world);
  const hosts = { agency: `mail.${mark}.example`, tracking: `link.${mark}.example` };
  await openHosts(world, hosts, mark);
  return { accountId, owner, email, token, apiKey, world, subsequenceId, userIds, hosts };
}

async function newOwner(cloud: TestCloud, email: string, name: string) {
  await signUp(NOBODY, { name, email, password: PASSWORD, terms_accepted: true });
  const mail = (await cloud.mails()).findLast(({ destination }) => destination.to.includes(email));
  const uuid = /uuid=([0-9a-f-]{36})/.exec(mail?.body.text ?? "")?.[1] ?? "";
  const { token } = await verifyUser(NOBODY, { uuid });
  await finishOnboarding(await authenticateToken(token));
  return { owner: await authenticateToken(token), token };
}

async function addPeople(owner: Actor, mark: string): Promise<number[]> {
  const { accountId, userId } = owner;
  const role = "ADMIN_ACCESS";
  const member = await addMember(accountId, {
    name: mark,
    email: `member@${mark}.example`,
    password: PASSWORD,
    role,
  });
  const invited = await inviteMember(owner, { email: `invited@${mark}.example`, role });
  const act = recordAct(owner, { action: "client_added", target: mark });
  const client = { name: mark, email: `client@${mark}.example`, hiddenCategoryIds: [] };
  const { user } = await addClientUser(accountId, { ...client, clientPermissions: [] }, act);
  await addPasskey(owner, passkeyOf({ accountId, userId }, mark));
  const identity = { accountId, issuerId: "google", email: `ada@${mark}.example` };
  await addIdentity(owner, "global", { ...identity, userId, identityId: `global-${mark}` });
  const ofClient = { ...identity, userId: user.userId, identityId: `client-${mark}` };
  await addIdentity({ ...owner, userId: user.userId }, accountId, ofClient);
  await addOnceClient(owner, mark);
  return [member.userId, invited.id, user.userId];
}

/** A client who was deleted, and whose record has ended by itself. */
async function addOnceClient(owner: Actor, mark: string): Promise<void> {
  const { accountId } = owner;
  const act = () => recordAct(owner, { action: "client_added", target: mark });
  const client = { name: mark, email: `once@${mark}.example`, hiddenCategoryIds: [] };
  const { user } = await addClientUser(accountId, { ...client, clientPermissions: [] }, act());
  const { userId } = user;
  await addPasskey({ ...owner, userId }, passkeyOf({ accountId, userId }, `once-${mark}`));
  const identity = { accountId, userId, identityId: `once-${mark}`, issuerId: "google" };
  await addIdentity({ ...owner, userId }, accountId, { ...identity, email: client.email });
  await deleteClientUser(user, act());
  await expireUser(accountId, userId);
}

const passkeyOf = (user: { accountId: number; userId: number }, id: string) => ({
  ...user,
  passkeyId: `passkey-${id}`,
  credentialId: id,
  publicKey: id,
  counter: 0,
  transports: [],
  name: id,
  isSynced: false,
  createdAt: nowIso(),
});

async function addKeys(owner: Actor, name: string): Promise<string> {
  const { id } = await createApiKey(owner, { name });
  return (await renewApiKey(owner, { key_id: id, overlap_hours: 24 })).api_key;
}

/** A mail is sent and answered, another person writes, and someone is erased after they had written. */
async function converse(world: World, mark: string): Promise<void> {
  const { actor, campaignId, leadIds } = world;
  const { accountId } = actor;
  await runTrigger({ accountId, campaignId }, "Etc/GMT");
  await sendBatch([jobIn(world)]);
  const message = await messageIn(world);
  const answers = message?.messageId ?? "";
  await receive(world, {
    from: "lead0@prospect.example",
    answers,
    text: `${mark}: stop mailing me`,
  });
  await receive(world, { from: `stranger@${mark}.example`, text: mark });
  await receive(world, { from: "lead3@prospect.example", text: mark });
  const { id: erasureId } = await eraseLead(actor, { lead_id: leadIds[3] ?? 0 });
  await runErasure({ accountId, erasureId });
}

async function importAndExportLeads({ actor, campaignId }: World, mark: string): Promise<void> {
  const rows = ["email,first_name", `imported@${mark}.example,${mark}`, "none,Nobody"];
  const file_key = await uploadCsv(actor, rows.join("\n"));
  const { mapping } = await previewLeadImport(actor, { file_key });
  const file = { file_key, file_name: `${mark}.csv` };
  const { id } = await createLeadImport(actor, { campaign_id: campaignId, ...file, mapping });
  const limits = { signal: new AbortController().signal, creditLimit: Number.POSITIVE_INFINITY };
  await runLeadImport({ accountId: actor.accountId, importId: id }, limits);
  await createLeadExport(actor, { search: mark });
}

/** One lead is in a subsequence, another one was and is deleted since. */
async function enterSubsequence(world: World): Promise<number> {
  const { actor, leadIds } = world;
  const { accountId } = actor;
  const campaignId = await addSubsequence(world, { kind: "reply" });
  const [, kept = 0, gone = 0] = leadIds;
  for (const leadId of [kept, gone]) {
    const entry = { accountId, campaignId, leadId, enrolledAt: nowIso(), dueAt: nowIso() };
    const first = { step: 1, type: "EMAIL" } as const;
    await commit(
      enrolInSubsequence({
        ...entry,
        mailboxId: undefined,
        continues: { subject: "Hello", references: [] },
        first,
      }),
    );
  }
  await deleteLead(actor, { lead_id: gone });
  return campaignId;
}

async function workOn({ actor, leadIds }: World, mark: string): Promise<void> {
  const [lead_id = 0] = leadIds;
  await fillLead(actor, lead_id, mark);
  const { id } = await createTask(actor, { title: mark, due_at: LATER, lead_id });
  await deleteTask(actor, { task_id: id });
  await createTag(actor, { name: mark });
  await createCategory(actor, { name: mark, sentiment: "neutral", color: "blue" });
  await createFolder(actor, { name: mark });
  await createTemplate(actor, { name: mark, body: mark });
  await createTemplate(actor, { kind: "snippet", name: mark, body: mark });
  await addSuppression(actor, { value: `${mark}.example` });
  await addLinkedInAccount(actor, { name: mark, profile_url: `linkedin.com/in/${mark}` });
  await makeAttachment(actor, `${mark}.pdf`, mark);
  // Posted, and never taken into use.
  const form = await startImageUpload(actor, { fileName: "a.png", fileType: "image/png" });
  await uploadTo(form, mark);
}

/** A mailbox that was removed leaves its slot. */
async function forgetSome({ actor, mailboxIds }: World): Promise<void> {
  await deleteMailbox(actor, { mailbox_id: mailboxIds[1] ?? 0 });
}

/** What the table's stream makes of a lead. */
async function indexFirst({ actor, leadIds }: World): Promise<void> {
  await indexLeads([
    { before: undefined, after: await leadImage(actor.accountId, leadIds[0] ?? 0) },
  ]);
}

async function openHosts(
  { actor, mailboxIds }: World,
  { agency, tracking }: WholeAccount["hosts"],
  brandName: string,
): Promise<void> {
  const { accountId } = actor;
  await storeLiveHost(accountId, { host: agency, brandName });
  const { claims, watch } = await takeTrackingHost(accountId, tracking);
  await commit([...claims, watch, watchHost(agency, "agency")]);
  await trackBy(accountId, mailboxIds[0] ?? 0, tracking);
}
