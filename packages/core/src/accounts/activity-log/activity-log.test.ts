import { afterAll, beforeAll, expect, test } from "vitest";
import { startCloud, type TestCloud } from "../../../../../tests/support/cloud.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { uploadCsv } from "../../../../../tests/support/upload.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { type Actor, NOBODY, systemActor } from "../../actor.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { deleteCampaign } from "../../campaigns/campaign/campaign-life.ts";
import { eraseLead } from "../../erasure/lead-erasure/lead-erasure.ts";
import { deleteLead } from "../../leads/lead/lead.ts";
import {
  confirmBlockListDeletion,
  confirmLeadDeletion,
  requestBlockListDeletion,
  requestLeadDeletion,
} from "../../leads/lead-deletion/csv-deletion.ts";
import { createLeadExport, downloadLeadExport } from "../../leads/lead-export/lead-export.ts";
import { addSuppression, removeSuppression } from "../../leads/suppression/block-list.ts";
import { deleteMailbox } from "../../senders/mailbox/mailbox-delete.ts";
import {
  removeTrackingDomain,
  setTrackingDomain,
} from "../../senders/tracking-domain/tracking-domain.ts";
import { setApprovalSetting } from "../account/approval-setting.ts";
import { updateAiSettings } from "../ai/ai-settings.ts";
import { rotateApiKey } from "../api-key/api-key.ts";
import { changeEmail } from "../login/email-change.ts";
import { login } from "../login/login.ts";
import { forgotPassword, resetPassword } from "../login/mailed-link.ts";
import { changePassword } from "../login/security.ts";
import { verifyUser } from "../login/verification.ts";
import { authenticateToken } from "../session/session.ts";
import { setPlan } from "../subscription-plan/set-plan.ts";
import { inviteMember } from "../team/invitation.ts";
import { changeMemberRole } from "../team/team.ts";
import { findUser } from "../user/user-record.ts";
import { listActivity } from "./activity-log.ts";

const PASSWORD = "glacier-2026";
const ip = "192.0.2.44";
const origin = { ip, userAgent: "test" };

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

/** Deletes what a file names, by the link that is mailed. */
async function byFile(
  actor: Actor,
  line: string,
  request: (fileKey: string) => Promise<(identifier: string) => Promise<unknown>>,
): Promise<void> {
  const confirm = await request(await uploadCsv(actor, `email\n${line}\n`));
  await confirm(await linkIn(await addressOf(actor), "confirm-delete-csv"));
}

/** The secret in the last mailed link to this path. */
async function linkIn(email: string, path: string): Promise<string> {
  const texts = (await mails.mailsTo(email)).map(({ body }) => body.text);
  const found = texts.flatMap(
    (text) => new RegExp(`/${path}[/=]([0-9a-f-]{36})`).exec(text)?.[1] ?? [],
  );
  return found.at(-1) ?? "";
}

const addressOf = async (actor: Actor) => (await findUser(actor))?.email ?? "";

async function loggedIn(): Promise<Actor> {
  const { email } = await testUser("owner", PASSWORD);
  const result = await login({ ...NOBODY, origin }, { email, password: PASSWORD });
  return { ...(await authenticateToken("token" in result ? result.token : "")), origin };
}

test("logins, roles, keys, deletions and the plan are written down with who, when, from where and to what [PERM-20]", async () => {
  const actor = await loggedIn();
  const email = `${crypto.randomUUID()}@firm.example`;
  const { id: member_id } = await inviteMember(actor, { email, role: "ADMIN_ACCESS" });
  await changeMemberRole(actor, { member_id, role: "VIEW_ONLY_ACCESS" });
  await rotateApiKey(actor, {});
  const { mailboxIds } = await makeWorld({ smtpPort: 1, leads: 1, start: false, actor });
  const { id: campaign_id } = await createCampaign(actor, { name: "Autumn" });
  await deleteCampaign(actor, { campaign_id, name: "Autumn" });
  await deleteMailbox(actor, { mailbox_id: mailboxIds[0] ?? 0 });
  await setPlan(systemActor(actor.accountId), { plan_type: "PRO", is_sub: true });

  const { items } = await listActivity(actor, {});
  const by = { actor_id: actor.userId, actor_name: "Ada", ip, at: expect.any(String) };
  expect(items).toMatchObject([
    { action: "plan_changed", actor_id: 0, target: "PRO", detail: "TRIAL → PRO" },
    { ...by, action: "mailbox_deleted", target: "sender0@sender.example" },
    { ...by, action: "campaign_deleted", target: "Autumn" },
    { ...by, action: "mailbox_connected", target: "sender0@sender.example" },
    { ...by, action: "key_made" },
    { ...by, action: "role_changed", target: email },
    { ...by, action: "member_invited", target: email, detail: "ADMIN_ACCESS" },
    { ...by, action: "logged_in" },
  ]);
  const turned = await listActivity(actor, { order: "oldest" });
  expect(turned.items).toEqual(items.toReversed());
});

test("a lead that is deleted or erased, leads and entries taken out by a file, a new address and a reset password are written down, and name no lead [PERM-20]", async () => {
  const actor = await loggedIn();
  const { campaignId, leadIds } = await makeWorld({ smtpPort: 1, leads: 3, start: false, actor });
  const [first = 0, second = 0] = leadIds;
  await deleteLead(actor, { lead_id: first });
  await eraseLead(actor, { lead_id: second });
  await byFile(actor, "lead2@prospect.example", async (file_key) => {
    await requestLeadDeletion(actor, { campaign_id: campaignId, file_key });
    return (delete_identifier) =>
      confirmLeadDeletion(actor, { campaign_id: campaignId, delete_identifier });
  });
  await addSuppression(actor, { value: "blocked.example" });
  await byFile(actor, "blocked.example", async (file_key) => {
    await requestBlockListDeletion(actor, { file_key });
    return (delete_identifier) => confirmBlockListDeletion(actor, { delete_identifier });
  });
  const before = await addressOf(actor);
  const after = `${crypto.randomUUID()}@firm.example`;
  await changeEmail(actor, { email: after, password: PASSWORD });
  const uuid = await linkIn(after, "verify-account\\?uuid");
  await verifyUser({ ...NOBODY, origin }, { uuid });
  await forgotPassword({ ...NOBODY, origin }, { email: after });
  const reset = await linkIn(after, "reset-password\\?uuid");
  await resetPassword({ ...NOBODY, origin }, { uuid: reset, newPassword: "moraine-2027" });

  const { items } = await listActivity(actor, {});
  const by = { actor_id: actor.userId, ip };
  expect(
    items.filter(({ action }) => action !== "logged_in" && action !== "mailbox_connected"),
  ).toMatchObject([
    { ...by, action: "password_reset", target: after },
    { ...by, action: "email_changed", target: after, detail: `${before} → ${after}` },
    { ...by, action: "entries_deleted_by_file", target: "", detail: "1" },
    { ...by, action: "leads_deleted_by_file", target: "Spring", detail: "1" },
    { ...by, action: "lead_erased", target: `#${second}` },
    { ...by, action: "lead_deleted", target: `#${first}` },
  ]);
  expect(JSON.stringify(items)).not.toContain("prospect.example");
});

test("who has the file of an export is written down, once for each, with how many leads it has", async () => {
  const actor = await loggedIn();
  await makeWorld({ smtpPort: 1, leads: 3, start: false, actor });
  const { id: export_id, file_name } = await createLeadExport(actor, { order: "newest" });
  const acts = async () => (await listActivity(actor, { kind: "export" })).items;
  expect(await acts()).toEqual([]);
  await downloadLeadExport(actor, { export_id });
  await downloadLeadExport(actor, { export_id });
  expect(await acts()).toMatchObject([
    { action: "leads_exported", actor_id: actor.userId, ip, target: file_name, detail: "3" },
  ]);
});

test("settings, connections of mailboxes and entries taken out are written down, and an address is not named", async () => {
  const actor = await loggedIn();
  const { mailboxIds } = await makeWorld({ smtpPort: 1, leads: 1, start: false, actor });
  const [mailbox_id = 0] = mailboxIds;
  const domain = `click.${crypto.randomUUID()}.com`;
  await setTrackingDomain(actor, { mailbox_id, domain });
  await removeTrackingDomain(actor, { mailbox_id });
  await setApprovalSetting(actor, { is_needed: true });
  await setApprovalSetting(actor, { is_needed: false });
  await updateAiSettings(actor, { secret_key: "sk-1234567890" });
  for (const value of ["rival.example", "ann@rival.example"]) {
    await addSuppression(actor, { value });
    await removeSuppression(actor, { value });
  }
  const { items } = await listActivity(actor, { order: "oldest" });
  const by = { actor_id: actor.userId, ip };
  expect(items.slice(1)).toMatchObject([
    { ...by, action: "mailbox_connected", target: "sender0@sender.example" },
    { ...by, action: "tracking_domain_set", target: "sender0@sender.example", detail: domain },
    { ...by, action: "tracking_domain_removed", target: "sender0@sender.example", detail: domain },
    { ...by, action: "approval_on" },
    { ...by, action: "approval_off" },
    { ...by, action: "ai_settings_changed" },
    { ...by, action: "entry_deleted", target: "rival.example" },
    { ...by, action: "entry_deleted", target: "" },
  ]);
  expect(JSON.stringify(items)).not.toContain("7890");
});

test("acts are found by kind and by person, page by page", async () => {
  const actor = await loggedIn();
  for (let round = 0; round < 3; round++) await rotateApiKey(actor, {});
  const first = await listActivity(actor, { kind: ["key"], limit: 2 });
  expect(first.items.map(({ action }) => action)).toEqual(["key_made", "key_made"]);
  const rest = await listActivity(actor, { kind: ["key"], limit: 2, cursor: first.cursor });
  expect(rest.items.length).toBe(1);
  expect((await listActivity(actor, { actor_id: actor.userId })).items.length).toBe(4);
  expect((await listActivity(actor, { actor_id: actor.userId + 1 })).items).toEqual([]);
});

test("what is refused is not written down", async () => {
  const actor = await loggedIn();
  const wrong = { current_password: "wrong-Pass-1", new_password: "glacier-2027" };
  await expect(changePassword(actor, wrong)).rejects.toMatchObject({ code: "invalid" });
  const { items } = await listActivity(actor, { kind: "login" });
  expect(items.map(({ action }) => action)).toEqual(["logged_in"]);
});
