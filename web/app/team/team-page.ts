import type { MEMBER_ROLES } from "@thaw/core/account/team.schema";

export const TEAM = "/app/settings/team-members";

export type MemberRole = (typeof MEMBER_ROLES)[number];
