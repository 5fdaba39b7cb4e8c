import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { type Actor, originOf } from "../../actor.ts";
import { now, toIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { log } from "../../log.ts";
import { operation } from "../../operation.ts";
import { randomToken } from "../../random.ts";
import { User } from "../account/account.schema.ts";
import { readAccount } from "../account/account-record.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { takeAttempt } from "../login/attempt.ts";
import { mailInvitation } from "../login/login-mail.ts";
import {
  findOneTimeToken,
  INVITATION_MS,
  newOneTimeToken,
  spendOneTimeToken,
} from "../login/one-time-token.ts";
import { hashPassword } from "../login/password.ts";
import { requireMailTo } from "../login/stranger-mail.ts";
import { commitOrStale, staleLink } from "../login/verification.ts";
import { issueSession } from "../session/session.ts";
import { describeUser } from "../user/user.ts";
import {
  createUser,
  findUser,
  patchUser,
  removeInvited,
  type UserRecord,
  userIds,
} from "../user/user-record.ts";
import {
  AcceptInvitation,
  Invitation,
  InvitationId,
  InviteMember,
  Member,
  MemberId,
} from "./team.schema.ts";
import { commitAct, requireManageable, requireStatus, toMember } from "./team.ts";

const MAILS = { kind: "invitation-mail", limit: 5, windowMs: 60 * 60_000 };

type Invited = Pick<UserRecord, "accountId" | "userId" | "email">;

/** Which link works, and until when; and the write that makes it work. */
export function newInvitation({ accountId, userId }: Pick<Invited, "accountId" | "userId">) {
  const invitation = randomUUID();
  const { secret, write } = newOneTimeToken("invitation", {
    accountId,
    userId,
    boundTo: invitation,
  });
  return { invitation, invitedUntil: toIso(now() + INVITATION_MS), secret, write };
}

/** Invites someone by a link that works for seven days. @throws AppError conflict for an address that has a user */
export const inviteMember = operation({
  permission: "team:write",
  input: InviteMember,
  output: Member,
  async run(actor, { email, role }) {
    const { accountId } = actor;
    await requireMailTo(actor, email);
    const userId = await userIds.next("global");
    const { invitation, invitedUntil, secret, write } = newInvitation({ accountId, userId });
    const user = await createUser(
      {
        accountId,
        userId,
        role,
        email,
        invitation,
        invitedUntil,
        kind: "member",
        status: "invited",
        name: "",
        // Nobody knows it: the invitation sets one.
        passwordHash: await hashPassword(randomToken()),
        isEmailVerified: false,
      },
      [write, recordAct(actor, { action: "member_invited", target: email, detail: role })],
    );
    await mailLink(actor, user, secret);
    return toMember(user);
  },
});

/** Mails a new link; the previous one is void. */
export const resendInvitation = operation({
  permission: "team:write",
  input: MemberId,
  output: Member,
  async run(actor, { member_id }) {
    const member = await requireInvited(actor, member_id);
    if ((await takeAttempt(MAILS, String(member_id))) === undefined) {
      throw new AppError("rate_limited", "team.invitationTooSoon");
    }
    await requireMailTo(actor, member.email);
    const { accountId, userId, invitation: before = "" } = member;
    const { invitation, invitedUntil, secret, write } = newInvitation(member);
    const change = patchUser({ accountId, userId })
      .set({ invitation, invitedUntil })
      .where((row, op) => `${op.eq(row.status, "invited")} AND ${op.eq(row.invitation, before)}`);
    await commitAct(actor, member, { action: "invitation_resent", writes: [change, write] });
    await mailLink(actor, member, secret);
    return toMember({ ...member, invitedUntil });
  },
});

/** Takes an invitation back: its link is void and the address free. */
export const revokeInvitation = operation({
  permission: "team:write",
  input: MemberId,
  output: v.object({ id: v.number(), email: v.string() }),
  async run(actor, { member_id }) {
    const member = await requireInvited(actor, member_id);
    const writes = removeInvited(member);
    await commitAct(actor, member, { action: "invitation_revoked", writes });
    return { id: member_id, email: member.email };
  },
});

/** Whom a link invites, and to which account. @throws AppError invalid for one that is used, void or too old */
export const getInvitation = operation({
  permission: "public",
  input: InvitationId,
  output: Invitation,
  async run(_actor, { uuid }) {
    const { accountId, email, invitedUntil = "" } = await requireLink(uuid);
    if (invitedUntil <= toIso(now())) throw staleLink();
    return { email, account_name: await accountName(accountId) };
  },
});

/** Sets name and password, and signs the new member in. Having had the mail verifies the address. */
export const acceptInvitation = operation({
  permission: "public",
  input: AcceptInvitation,
  output: v.object({ token: v.string(), user: User }),
  async run(actor, { uuid, name, password }) {
    const invited = await requireLink(uuid);
    const { accountId, userId, email, invitation = "" } = invited;
    const origin = originOf(actor);
    const change = { name, passwordHash: await hashPassword(password), isEmailVerified: true };
    await commitOrStale([
      spendOneTimeToken("invitation", uuid),
      patchUser({ accountId, userId })
        .set({ ...change, status: "active" })
        .remove(["invitation", "invitedUntil"])
        .where(
          (row, op) => `${op.eq(row.status, "invited")} AND ${op.eq(row.invitation, invitation)}`,
        ),
      recordAct({ accountId, userId, origin }, { action: "invitation_accepted", target: email }),
    ]);
    const user: UserRecord = { ...invited, ...change, status: "active" };
    const { token } = await issueSession(user, origin);
    return { token, user: await describeUser(user) };
  },
});

async function requireInvited(actor: Actor, memberId: number): Promise<UserRecord> {
  const member = await requireManageable(actor, memberId);
  requireStatus(member, "invited", "team.invitationAccepted");
  return member;
}

async function requireLink(uuid: string): Promise<UserRecord> {
  const holder = await findOneTimeToken("invitation", uuid);
  const user = holder && (await findUser(holder));
  if (user?.status !== "invited" || user.invitation !== holder?.boundTo) throw staleLink();
  return user;
}

async function accountName(accountId: number): Promise<string> {
  const { data } = await readAccount(accountId).go();
  return data?.name ?? "";
}

/** @throws AppError unavailable; the invitation stands and can be sent again */
async function mailLink(actor: Actor, { email }: Invited, uuid: string): Promise<void> {
  const [inviter, name] = await Promise.all([findUser(actor), accountName(actor.accountId)]);
  const from = { name: inviter?.name ?? name, accountName: name };
  try {
    await mailInvitation({ email, uuid }, from);
  } catch (error) {
    log.error("An invitation could not be mailed", { accountId: actor.accountId, error });
    throw new AppError("unavailable", "team.invitationNotMailed", { email });
  }
}
