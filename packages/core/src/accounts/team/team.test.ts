import { expect, test } from "vitest";
import { later } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { type Actor, NOBODY, systemActor } from "../../actor.ts";
import { createTask, getTask } from "../../inbox/task/task.ts";
import { permissionsOf } from "../../kernel/access/access-table.ts";
import type { Role } from "../../kernel/access/role.schema.ts";
import { scopeOfRole } from "../../kernel/access/scope.ts";
import { listActivity } from "../activity-log/activity-log.ts";
import { authenticateApiKey, rotateApiKey } from "../api-key/api-key.ts";
import { login } from "../login/login.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { createUser } from "../user/user-record.ts";
import { changeAssignments, listAssignments } from "./assignment.ts";
import {
  acceptInvitation,
  getInvitation,
  inviteMember,
  resendInvitation,
  revokeInvitation,
} from "./invitation.ts";
import { reassignWork } from "./reassign-work.ts";
import { type MEMBER_ROLES, MEMBER_STATUSES } from "./team.schema.ts";
import { changeMemberRole, deactivateMember, listMembers, reactivateMember } from "./team.ts";

const PASSWORD = "glacier-2026";
const STALE = { status: 400, message: "This link has expired" };
const visitor: Actor = { ...NOBODY, origin: { ip: "192.0.2.7", userAgent: "Browser/1" } };

const cloud = await cloudOfFile();

const actorOf = (
  user: { accountId: number; userId: number },
  role: Role = "OWNER",
  kind: Actor["kind"] = "owner",
): Actor => ({
  kind,
  accountId: user.accountId,
  userId: user.userId,
  permissions: permissionsOf(role),
  scope: scopeOfRole(role, user.userId),
  origin: { ip: "192.0.2.9", userAgent: "test" },
});

const owner = async () => actorOf(await testUser("owner", PASSWORD));
const newEmail = () => `${crypto.randomUUID()}@firm.example`;

async function linksTo(email: string): Promise<string[]> {
  const mails = (await cloud.mails()).filter(({ destination }) => destination.to.includes(email));
  return mails.flatMap(({ body }) => /invitation\?uuid=([\w-]+)/.exec(body.text ?? "")?.[1] ?? []);
}
const linkTo = async (email: string) => (await linksTo(email)).at(-1) ?? "";
const accept = (uuid: string) =>
  acceptInvitation(visitor, { uuid, name: "Bo", password: PASSWORD });

/** A member who has come in by a link, and what they may do. */
async function join(inviter: Actor, role: (typeof MEMBER_ROLES)[number] = "FULL_MEMBER_ACCESS") {
  const email = newEmail();
  const { id } = await inviteMember(inviter, { email, role });
  const { token } = await accept(await linkTo(email));
  return { id, email, token, actor: await authenticateToken(token) };
}

const actionsOf = async (actor: Actor) =>
  (await listActivity(actor, {})).items.map(({ action }) => action);

test("an invitation mails a link with which someone sets name and password and is a member [TEAM-04]", async () => {
  const actor = await owner();
  const email = newEmail();
  const invited = await inviteMember(actor, { email, role: "VIEW_ONLY_ACCESS" });
  expect(invited).toMatchObject({ email, status: "invited", role: "VIEW_ONLY_ACCESS", name: "" });
  const uuid = await linkTo(email);
  expect(await getInvitation(visitor, { uuid })).toEqual({ email, account_name: "Firm" });

  const { token, user } = await accept(uuid);
  expect(user).toMatchObject({ name: "Bo", isTeamMember: true, is_email_verified: true });
  const joined = await authenticateToken(token);
  expect(joined).toMatchObject({ kind: "member", accountId: actor.accountId });
  expect(joined.permissions).toEqual(permissionsOf("VIEW_ONLY_ACCESS"));
  expect(await login(visitor, { email, password: PASSWORD })).toMatchObject({ requiresOTP: false });
});

test("a member is active, invited or deactivated [TEAM-02]", () => {
  expect(MEMBER_STATUSES).toEqual(["active", "invited", "deactivated"]);
});

test("the owner is first in the team, whatever number of digits the ids have", async () => {
  const accountId = 999_999_999;
  const person = { accountId, name: "Bo", passwordHash: "", isEmailVerified: true };
  for (const [userId, kind, role] of [
    [1_000_000_000, "member", "ADMIN_ACCESS"],
    [accountId, "owner", "OWNER"],
  ] as const) {
    await createUser({ ...person, userId, kind, role, email: newEmail() });
  }
  const { items } = await listMembers(systemActor(accountId), {});
  expect(items.map(({ id }) => id)).toEqual([accountId, 1_000_000_000]);
  const newest = await listMembers(systemActor(accountId), { order: "newest" });
  expect(newest.items).toEqual(items.toReversed());
});

test("a member has each of the fields that a team shows, and the owner comes first [TEAM-01]", async () => {
  const actor = await owner();
  const { id, email } = await join(actor, "LIMITED_FULL_MEMBER_ACCESS");
  const { items } = await listMembers(actor, {});
  expect(items.map(({ role }) => role)).toEqual(["OWNER", "LIMITED_FULL_MEMBER_ACCESS"]);
  expect(items[1]).toEqual({
    id,
    email,
    name: "Bo",
    role: "LIMITED_FULL_MEMBER_ACCESS",
    status: "active",
    profile_pic_url: null,
    permissions: [...permissionsOf("LIMITED_FULL_MEMBER_ACCESS")],
    created_at: expect.any(String),
  });
});

test("the link works for seven days, once, and a new one voids it", async () => {
  const actor = await owner();
  const email = newEmail();
  const { id: member_id } = await inviteMember(actor, { email, role: "ADMIN_ACCESS" });
  const first = await linkTo(email);
  await resendInvitation(actor, { member_id });
  const second = await linkTo(email);
  expect(second).not.toBe(first);
  await expect(accept(first)).rejects.toMatchObject(STALE);
  {
    using _ = later(7 * 24 * 3_600_000 + 1_000);
    await expect(getInvitation(visitor, { uuid: second })).rejects.toMatchObject(STALE);
    await expect(accept(second)).rejects.toMatchObject(STALE);
  }
  await accept(second);
  await expect(accept(second)).rejects.toMatchObject(STALE);
});

test("of two who accept one invitation at the same moment, one comes in", async () => {
  const actor = await owner();
  const email = newEmail();
  await inviteMember(actor, { email, role: "ADMIN_ACCESS" });
  const uuid = await linkTo(email);
  using _ = raceWrites(2, /^TransactWrite/);
  const outcomes = await Promise.allSettled([accept(uuid), accept(uuid)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("of two invitations of one address at the same moment, one is made", async () => {
  const actor = await owner();
  const email = newEmail();
  const role = "ADMIN_ACCESS";
  const invite = (address: string) => inviteMember(actor, { email: address, role });
  // Ids come in blocks: the race shall be about the address.
  await invite(newEmail());
  using _ = raceWrites(2, /^TransactWrite/);
  const outcomes = await Promise.allSettled([invite(email), invite(email.toUpperCase())]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await listMembers(actor, {})).items.length).toBe(3);
});

test("an invitation that is taken back frees its address", async () => {
  const actor = await owner();
  const email = newEmail();
  const { id: member_id } = await inviteMember(actor, { email, role: "ADMIN_ACCESS" });
  const uuid = await linkTo(email);
  await revokeInvitation(actor, { member_id });
  await expect(accept(uuid)).rejects.toMatchObject(STALE);
  await inviteMember(actor, { email, role: "ADMIN_ACCESS" });
  expect((await listMembers(actor, {})).items.length).toBe(2);
});

test("an invited member is sent a new link or revoked, an active one deactivated, a deactivated one reactivated, and nothing else [TEAM-05]", async () => {
  const actor = await owner();
  const refused = { code: "invalid_transition" };
  const { id: invited } = await inviteMember(actor, { email: newEmail(), role: "ADMIN_ACCESS" });
  const { id: active } = await join(actor);
  const of = (member_id: number) => ({ member_id });
  await expect(deactivateMember(actor, of(invited))).rejects.toMatchObject(refused);
  await expect(reactivateMember(actor, of(invited))).rejects.toMatchObject(refused);
  await expect(resendInvitation(actor, of(active))).rejects.toMatchObject(refused);
  await expect(revokeInvitation(actor, of(active))).rejects.toMatchObject(refused);
  await expect(reactivateMember(actor, of(active))).rejects.toMatchObject(refused);
  expect(await deactivateMember(actor, of(active))).toMatchObject({ status: "deactivated" });
  await expect(deactivateMember(actor, of(active))).rejects.toMatchObject(refused);
  await expect(
    changeMemberRole(actor, { ...of(active), role: "ADMIN_ACCESS" }),
  ).rejects.toMatchObject(refused);
  expect(await reactivateMember(actor, of(active))).toMatchObject({ status: "active" });
});

test("nobody touches the owner, and nobody what they may do themselves; what is done is recorded [TEAM-06]", async () => {
  const actor = await owner();
  const admin = await join(actor, "ADMIN_ACCESS");
  const forbidden = { code: "forbidden" };
  const role = "VIEW_ONLY_ACCESS";
  const { userId: member_id } = actor;
  await expect(changeMemberRole(admin.actor, { member_id, role })).rejects.toMatchObject(forbidden);
  await expect(deactivateMember(admin.actor, { member_id })).rejects.toMatchObject(forbidden);
  const self = { member_id: admin.id };
  await expect(changeMemberRole(admin.actor, { ...self, role })).rejects.toMatchObject(forbidden);
  await expect(deactivateMember(admin.actor, self)).rejects.toMatchObject(forbidden);

  await changeMemberRole(actor, { ...self, role });
  await deactivateMember(actor, self);
  await reactivateMember(actor, self);
  expect(await actionsOf(actor)).toEqual([
    "member_reactivated",
    "member_deactivated",
    "role_changed",
    "logged_in",
    "invitation_accepted",
    "member_invited",
  ]);
  const { items } = await listActivity(actor, { kind: "role" });
  expect(items).toMatchObject([
    {
      actor_id: actor.userId,
      actor_name: "Ada",
      target: admin.email,
      detail: "ADMIN_ACCESS → VIEW_ONLY_ACCESS",
      ip: "192.0.2.9",
    },
  ]);
});

test.each(["FULL_MEMBER_ACCESS", "VIEW_ONLY_ACCESS", "LIMITED_FULL_MEMBER_ACCESS"] as const)(
  "%s manages nobody; owner and admin do [TEAM-03]",
  async (role) => {
    const actor = await owner();
    const member = await join(actor, role);
    const wanted = { email: newEmail(), role } as const;
    await expect(inviteMember(member.actor, wanted)).rejects.toMatchObject({ code: "forbidden" });
    const admin = await join(actor, "ADMIN_ACCESS");
    expect(await inviteMember(admin.actor, wanted)).toMatchObject({ status: "invited" });
  },
);

test("a deactivated member is out at once with the API key that they made; open tasks go to the owner", async () => {
  const actor = await owner();
  const admin = await join(actor, "ADMIN_ACCESS");
  const { leadIds } = await makeWorld({ smtpPort: 1, leads: 1, start: false, actor });
  const task = { due_at: "2100-01-01T09:00:00.000Z", lead_id: leadIds[0] ?? 0 };
  const { id: task_id } = await createTask(admin.actor, { ...task, title: "Call" });
  const { api_key } = await rotateApiKey(admin.actor, {});

  await deactivateMember(actor, { member_id: admin.id });
  await expect(authenticateToken(admin.token)).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(authenticateApiKey(api_key)).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(login(visitor, { email: admin.email, password: PASSWORD })).rejects.toMatchObject({
    status: 403,
    message: "Your access has been deactivated",
  });
  const key = { accountId: actor.accountId, userId: admin.id };
  expect(await reassignWork(key)).toBe(false);
  expect(await getTask(actor, { task_id })).toMatchObject({
    assignee_id: actor.userId,
    created_by: admin.id,
  });
  expect(await reassignWork(key)).toBe(false);

  // The sessions from before stay dead.
  await reactivateMember(actor, { member_id: admin.id });
  await expect(authenticateToken(admin.token)).rejects.toMatchObject({ code: "unauthenticated" });
});

test("a session that begins while a member is being shut out ends in the background", async () => {
  const actor = await owner();
  const member = await join(actor);
  await deactivateMember(actor, { member_id: member.id });
  // A login that had read the member before writes its session after the others were ended.
  const { accountId } = actor;
  const late = { accountId, userId: member.id, kind: "member" as const };
  const { token } = await issueSession(late, { ip: "192.0.2.9", userAgent: "test" });
  await reassignWork({ accountId, userId: member.id });
  await reactivateMember(actor, { member_id: member.id });
  await expect(authenticateToken(token)).rejects.toMatchObject({ code: "unauthenticated" });
});

test("nothing is taken from a member who is back before the background comes to them", async () => {
  const actor = await owner();
  const member = await join(actor);
  expect(await reassignWork({ accountId: actor.accountId, userId: member.id })).toBe(false);
  expect(await authenticateToken(member.token)).toMatchObject({ userId: member.id });
});

test("campaigns and mailboxes are given to a member and taken back, each once", async () => {
  const actor = await owner();
  const { id: member_id } = await join(actor, "LIMITED_FULL_MEMBER_ACCESS");
  const { campaignId, mailboxIds } = await makeWorld({
    smtpPort: 1,
    leads: 1,
    start: false,
    actor,
  });
  const given = { member_id, campaign_ids: [campaignId], mailbox_ids: mailboxIds };
  await changeAssignments(actor, { ...given, is_assigned: true });
  await changeAssignments(actor, { ...given, is_assigned: true });
  expect(await listAssignments(actor, { member_id })).toMatchObject({
    campaigns: [{ id: campaignId, name: "Spring" }],
    mailboxes: [{ id: mailboxIds[0] }],
  });
  const { items } = await listActivity(actor, { kind: "role" });
  expect(items.map(({ detail }) => detail)).toContain("Spring");
  expect(items.length).toBe(2);
  await changeAssignments(actor, { ...given, is_assigned: false });
  expect(await listAssignments(actor, { member_id })).toEqual({ campaigns: [], mailboxes: [] });
});
