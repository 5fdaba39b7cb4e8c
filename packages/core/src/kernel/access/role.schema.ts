/** Roles of those who belong to the account itself; clients of an agency have none. */
export const ROLES = [
  "OWNER",
  "ADMIN_ACCESS",
  "FULL_MEMBER_ACCESS",
  "VIEW_ONLY_ACCESS",
  "LIMITED_FULL_MEMBER_ACCESS",
] as const;
export type Role = (typeof ROLES)[number];

/** What an agency may give a client of its besides looking. */
export const CLIENT_PERMISSIONS = ["full_access", "reply_master_inbox"] as const;
export type ClientPermission = (typeof CLIENT_PERMISSIONS)[number];
