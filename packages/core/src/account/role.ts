import { PERMISSIONS, type Permission } from "../actor.ts";

export const ROLES = [
  "OWNER",
  "ADMIN_ACCESS",
  "FULL_MEMBER_ACCESS",
  "VIEW_ONLY_ACCESS",
  "LIMITED_FULL_MEMBER_ACCESS",
] as const;
export type Role = (typeof ROLES)[number];

const READ = [
  "account:read",
  "campaigns:read",
  "leads:read",
  "mailboxes:read",
  "inbox:read",
] as const satisfies Permission[];

// Which of the account's records a limited member reaches is narrower than this; what may be done to them is not.
const LIMITED = [
  ...READ,
  "campaigns:write",
  "leads:write",
  "mailboxes:write",
  "inbox:reply",
  "labels:add",
] as const satisfies Permission[];

const FULL = [...LIMITED, "labels:write"] as const satisfies Permission[];

const ADMIN = [
  ...FULL,
  "account:write",
  "campaigns:approve",
  "integrations:write",
  "clients:write",
  "team:write",
  "orders:write",
] as const satisfies Permission[];

const BY_ROLE: Record<Role, ReadonlySet<Permission>> = {
  OWNER: new Set(PERMISSIONS),
  ADMIN_ACCESS: new Set(ADMIN),
  FULL_MEMBER_ACCESS: new Set(FULL),
  VIEW_ONLY_ACCESS: new Set(READ),
  LIMITED_FULL_MEMBER_ACCESS: new Set(LIMITED),
};

/** What a role may do. A user without a role (a client of an agency) may do nothing by role. */
export function permissionsOf(role: Role | undefined): ReadonlySet<Permission> {
  return role ? BY_ROLE[role] : new Set();
}
