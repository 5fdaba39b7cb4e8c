/** Where tags are made, and where forms about them go. */
export const TAG_MANAGER = "/app/settings/tag-manager";
