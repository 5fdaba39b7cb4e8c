import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { DetailTabs } from "../../components/detail-tabs.tsx";
import { Page } from "../../components/page.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { TAG_MANAGER } from "../../tag/tag-page.ts";
import { TEAM } from "../../team/team-page.ts";

export const meta = titled("security", "settings");

export async function loader({ request }: LoaderFunctionArgs) {
  const { permissions } = await requireActor(request);
  return {
    hasTeam: permissions.has("team:write"),
    hasClients: permissions.has("clients:write"),
    hasKeys: permissions.has("account:write"),
    hasSubscription: permissions.has("billing:write"),
  };
}

export default function SettingsLayout() {
  const t = useText("security");
  const clients = useText("clients");
  const { hasTeam, hasClients, hasKeys, hasSubscription } = useLoaderData<typeof loader>();
  const tabs = [
    { label: t("profile"), to: "/app/settings/profile" },
    { label: t("title"), to: "/app/settings/security" },
    ...(hasTeam
      ? [
          { label: t("team"), to: TEAM },
          { label: t("activity"), to: "/app/settings/activity" },
        ]
      : []),
    { label: t("blockList"), to: "/app/settings/global-block-list" },
    { label: t("leadCategories"), to: "/app/settings/lead-categories" },
    { label: t("tagManager"), to: TAG_MANAGER },
    ...(hasKeys ? [{ label: t("apiKeys"), to: "/app/settings/api-keys" }] : []),
    ...(hasClients
      ? [{ label: clients("whiteLabel"), to: "/app/settings/whitelabelled-client" }]
      : []),
    ...(hasSubscription ? [{ label: t("subscription"), to: "/app/settings/subscription" }] : []),
  ];
  return (
    <Page title={t("settings")} tabs={<DetailTabs label={t("parts")} tabs={tabs} />}>
      <Outlet />
    </Page>
  );
}
