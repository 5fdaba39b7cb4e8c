import { pageOptions } from "@thaw/data/page-options";
import { commit, type PendingWrite } from "@thaw/data/transact";
import type { PlainKey } from "@thaw/text/catalogue";
import type { Actor } from "../../actor.ts";
import { AppError, changedMeanwhile, notFound } from "../../error.ts";
import { permissionsOf } from "../../kernel/access/access-table.ts";
import { publicUrl } from "../../kernel/upload/upload.ts";
import { operation } from "../../operation.ts";
import { directionOf } from "../../page.schema.ts";
import type { ActivityAction } from "../activity-log/activity-log.schema.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { revokeKeysOf } from "../api-key/api-key.ts";
import { revokeSessions } from "../session/session.ts";
import { findUser, patchUser, type UserRecord, usersOf } from "../user/user-record.ts";
import { ChangeMemberRole, ListMembers, Member, MemberId, MemberPage } from "./team.schema.ts";

/** Everyone who belongs to the account, its owner first. Clients of an agency do not. */
export const listMembers = operation({
  permission: "team:write",
  input: ListMembers,
  output: MemberPage,
  async run({ accountId }, { limit, cursor, order }) {
    const page = await usersOf(accountId)
      .where((row, op) => op.ne(row.kind, "client"))
      .go({ ...pageOptions(limit), cursor: cursor ?? null, order: directionOf(order) });
    return { items: page.data.map(toMember), cursor: page.cursor };
  },
});

export const changeMemberRole = operation({
  permission: "team:write",
  input: ChangeMemberRole,
  output: Member,
  async run(actor, { member_id, role }) {
    const member = await requireManageable(actor, member_id);
    if (member.status === "deactivated") {
      throw new AppError("invalid_transition", "team.reactivateFirst");
    }
    if (member.role === role) return toMember(member);
    const { accountId, userId } = member;
    const change = patchUser({ accountId, userId })
      .set({ role })
      .where(
        (row, op) =>
          `${op.eq(row.role, member.role ?? role)} AND ${op.eq(row.status, member.status)}`,
      );
    const detail = `${member.role} → ${role}`;
    await commitAct(actor, member, { action: "role_changed", detail, writes: [change] });
    return toMember({ ...member, role });
  },
});

/**
 * Shuts an active member out at once: sessions and the API key that they made end. Open tasks go to the owner in the
 * background; what they have done stays.
 */
export const deactivateMember = operation({
  permission: "team:write",
  input: MemberId,
  output: Member,
  async run(actor, { member_id }) {
    const member = await requireManageable(actor, member_id);
    requireStatus(member, "active", "team.notActive");
    const writes = [setStatus(member, "deactivated"), ...(await revokeKeysOf(actor, member))];
    await commitAct(actor, member, { action: "member_deactivated", writes });
    await revokeSessions(member.userId);
    return toMember({ ...member, status: "deactivated" });
  },
});

export const reactivateMember = operation({
  permission: "team:write",
  input: MemberId,
  output: Member,
  async run(actor, { member_id }) {
    const member = await requireManageable(actor, member_id);
    requireStatus(member, "deactivated", "team.notDeactivated");
    const writes = [setStatus(member, "active")];
    await commitAct(actor, member, { action: "member_reactivated", writes });
    return toMember({ ...member, status: "active" });
  },
});

/**
 * A member whom the actor may manage: nobody manages themselves, and nobody the owner.
 *
 * @throws AppError not_found, forbidden
 */
export async function requireManageable(actor: Actor, memberId: number): Promise<UserRecord> {
  const member = await findUser({ accountId: actor.accountId, userId: memberId });
  if (!member || member.kind === "client") throw notFound("member");
  if (member.kind === "owner") {
    throw new AppError("forbidden", "team.ownerStays");
  }
  if (member.userId === actor.userId) {
    throw new AppError("forbidden", "team.notYourself");
  }
  return member;
}

/** @throws AppError invalid_transition */
export function requireStatus(
  member: UserRecord,
  status: UserRecord["status"],
  refusal: PlainKey,
): void {
  if (member.status !== status) throw new AppError("invalid_transition", refusal);
}

/** Does an act upon a member and writes it down, both or neither. @throws AppError conflict when the member has changed */
export async function commitAct(
  actor: Actor,
  member: UserRecord,
  { writes, ...act }: { action: ActivityAction; detail?: string; writes: PendingWrite[] },
): Promise<void> {
  await commit([...writes, recordAct(actor, { ...act, target: member.email })], {
    otherwise: () => changedMeanwhile("member"),
  });
}

const setStatus = (
  { accountId, userId, status: before }: UserRecord,
  status: UserRecord["status"],
) =>
  patchUser({ accountId, userId })
    .set({ status })
    .where((row, op) => op.eq(row.status, before));

export function toMember(user: UserRecord): Member {
  const { role = "VIEW_ONLY_ACCESS", pictureToken, invitedUntil, status } = user;
  return {
    id: user.userId,
    name: user.name,
    email: user.email,
    role,
    status,
    profile_pic_url: pictureToken ? publicUrl(user.accountId, "profile", pictureToken) : null,
    permissions: [...permissionsOf(role)],
    created_at: user.createdAt,
    ...(status === "invited" && invitedUntil ? { invited_until: invitedUntil } : {}),
  };
}
