export const TEAM = "/app/settings/team-members";
