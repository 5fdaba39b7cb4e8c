import type { Role } from "./role.schema.ts";

/**
 * Which of the account's records a user may see: all, those that they made or that are assigned to them, or those of one
 * client of the agency, where some categories may be hidden. How it is enforced: `operation` refuses ids that the caller
 * may not see (visibility.ts knows every name of an id); lists narrow themselves with `holdingCondition` (campaigns,
 * mailboxes) or with the ids of the visible campaigns and mailboxes (conversations, leads, imports). Campaigns and
 * mailboxes hold the three fields of `Holding`; all else follows from them.
 */
export type Scope =
  | { kind: "all" }
  | { kind: "own"; userId: number }
  | { kind: "client"; clientId: number; hiddenCategoryIds: readonly number[] };

export const WHOLE_ACCOUNT: Scope = { kind: "all" };

/** The owner, assignees and client of a campaign or a mailbox. */
export type Holding = {
  createdBy: number;
  assigneeIds?: readonly number[] | undefined;
  clientId?: number | undefined;
};

export function scopeOfRole(role: Role | undefined, userId: number): Scope {
  return role === "LIMITED_FULL_MEMBER_ACCESS" ? { kind: "own", userId } : WHOLE_ACCOUNT;
}

export function isHeld(scope: Scope, { createdBy, assigneeIds = [], clientId }: Holding): boolean {
  if (scope.kind === "all") return true;
  if (scope.kind === "client") return clientId === scope.clientId;
  return createdBy === scope.userId || assigneeIds.includes(scope.userId);
}

/** The user whose own records are visible; undefined where all are. */
export function userOf(scope: Scope): number | undefined {
  if (scope.kind === "all") return undefined;
  return scope.kind === "client" ? scope.clientId : scope.userId;
}

/** Whether leads and conversations of a category are hidden in this scope. */
export const isHiddenCategory = (scope: Scope, categoryId: number): boolean =>
  scope.kind === "client" && scope.hiddenCategoryIds.includes(categoryId);

/** Whether counts that ignore categories include hidden records. */
export const hidesSome = (scope: Scope): boolean =>
  scope.kind === "client" && scope.hiddenCategoryIds.length > 0;

/** What a record that is made within a scope holds besides: a client's is the client's. */
export const holdingOf = (scope: Scope): { clientId?: number } =>
  scope.kind === "client" ? { clientId: scope.clientId } : {};

// The names that ElectroDB gives to attributes and operations in `where` are typed by the query alone.
type Row = Record<keyof Holding, never>;
type Op = {
  eq: (attribute: never, value: never) => string;
  contains: (attribute: never, value: never) => string;
};

/** The same test for the table to make, as parts of a condition that all have to hold. */
export function holdingCondition(scope: Scope, row: Row, op: Op): string[] {
  if (scope.kind === "all") return [];
  if (scope.kind === "client") return [op.eq(row.clientId, scope.clientId as never)];
  const isMade = op.eq(row.createdBy, scope.userId as never);
  const isAssigned = op.contains(row.assigneeIds, scope.userId as never);
  return [`(${isMade} OR ${isAssigned})`];
}
