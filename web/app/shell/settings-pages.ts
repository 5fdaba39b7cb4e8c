import type { Permission } from "@thaw/core/actor";
import { SENDING } from "../features/sending/sending-page.ts";
import { TAG_MANAGER } from "../features/tag/tag-page.ts";
import { TEAM } from "../features/team/team-page.ts";
import { useText } from "../messages/text.tsx";

/** The parts of the settings that someone may open, in their order. */
export function useSettingsPages(permissions: readonly string[]) {
  const t = useText("security");
  const clients = useText("clients");
  const sending = useText("sending");
  const may = (permission: Permission) => permissions.includes(permission);
  const pages: { label: string; to: string; keywords?: string }[] = [
    { label: t("profile"), to: "/app/settings/profile" },
    { label: t("title"), to: "/app/settings/security", keywords: t("securityKeywords") },
    ...(may("team:write")
      ? [
          { label: t("team"), to: TEAM },
          { label: t("activity"), to: "/app/settings/activity" },
        ]
      : []),
    { label: t("blockList"), to: "/app/settings/global-block-list" },
    { label: t("leadCategories"), to: "/app/settings/lead-categories" },
    { label: t("tagManager"), to: TAG_MANAGER },
    ...(may("account:write")
      ? [
          { label: t("apiKeys"), to: "/app/settings/api-keys" },
          { label: sending("title"), to: SENDING, keywords: sending("keywords") },
        ]
      : []),
    ...(may("clients:write")
      ? [{ label: clients("whiteLabel"), to: "/app/settings/whitelabelled-client" }]
      : []),
    ...(may("billing:write")
      ? [{ label: t("subscription"), to: "/app/settings/subscription" }]
      : []),
  ];
  return pages;
}
