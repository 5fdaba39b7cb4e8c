import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { DetailTabs } from "../../components/detail-tabs.tsx";
import { Page } from "../../components/page.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { useSettingsPages } from "../../shell/settings-pages.ts";

export const meta = titled("security", "settings");

export async function loader({ request }: LoaderFunctionArgs) {
  const { permissions } = await requireActor(request);
  return { permissions: [...permissions] };
}

export default function SettingsLayout() {
  const t = useText("security");
  const tabs = useSettingsPages(useLoaderData<typeof loader>().permissions);
  return (
    <Page title={t("settings")} tabs={<DetailTabs label={t("parts")} tabs={tabs} />}>
      <Outlet />
    </Page>
  );
}
