import {
  changeMemberRole,
  deactivateMember,
  reactivateMember,
} from "@thaw/core/accounts/team/team";
import type { Member } from "@thaw/core/accounts/team/team.schema";
import { findMember, findMembers } from "@thaw/core/accounts/team/team-row";
import { getUserRecord, updateProfile } from "@thaw/core/accounts/user/profile";
import type { Actor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";

export type GraphqlContext = {
  actor: Actor;
  /** Of a subscription: told whose changes it is about. */
  watch?: (userId: number) => void;
};

type Input = Record<string, unknown>;
type PkColumns = { pk_columns: { id: number } };
type Resolver = (args: never, context: GraphqlContext) => Promise<unknown>;
type Fields = Record<string, Resolver>;

/** Each calls an operation, which parses what it is given and decides who may. Arguments that are null count as left out. */
export const RESOLVERS: Record<"Query" | "Mutation" | "Subscription", Fields> = {
  Query: {
    users: async (_args: unknown, { actor }) => [await getUserRecord(actor, {})].filter(Boolean),
    users_by_pk: ({ id }: { id: number }, { actor }) => getUserRecord(actor, { id }),
    team_members: ({ order_by, ...args }: Input, { actor }) =>
      findMembers(actor, {
        ...(withoutNull(args) as object),
        ...(order_by ? { order: (order_by as { id: "asc" | "desc" }).id } : {}),
      }),
    team_members_by_pk: ({ id }: { id: number }, { actor }) => findMember(actor, { member_id: id }),
  },
  Mutation: {
    update_team_members_by_pk: ({ pk_columns, _set }: PkColumns & { _set: Input }, { actor }) =>
      updateMember(actor, pk_columns.id, withoutNull(_set) as Input),
    update_users_by_pk: ({ pk_columns, _set }: PkColumns & { _set: Input }, { actor }) =>
      updateProfile(actor, { id: pk_columns.id, changes: _set }),
    update_profile: ({ id, changes }: { id: number; changes: Input }, { actor }) =>
      updateProfile(actor, { id, changes }),
  },
  Subscription: {
    team_members_by_pk: ({ id }: { id: number }, { actor, watch }) => {
      watch?.(id);
      return findMember(actor, { member_id: id });
    },
  },
};

/** @throws AppError invalid unless exactly one of role and status is given */
async function updateMember(actor: Actor, member_id: number, set: Input): Promise<Member> {
  const { role, status } = set;
  if ((role === undefined) === (status === undefined)) {
    throw new AppError("invalid", "request.roleOrStatus");
  }
  if (role !== undefined) return changeMemberRole(actor, { member_id, role: role as never });
  if (status === "active") return reactivateMember(actor, { member_id });
  if (status === "deactivated") return deactivateMember(actor, { member_id });
  throw AppError.at("invalid", "status", "request.memberStatus");
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutNull(part)]));
}
