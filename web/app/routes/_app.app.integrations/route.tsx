import { Outlet } from "@remix-run/react";
import { DetailTabs } from "../../components/detail-tabs.tsx";
import { Page } from "../../components/page.tsx";
import { useText } from "../../messages/text.tsx";

/** What the account is connected with, one tab for each kind. */
export default function IntegrationsLayout() {
  const t = useText("integrations");
  const tabs = [{ label: t("linkedin"), to: "/app/integrations/linkedin" }];
  return (
    <Page
      title={t("title")}
      sentence={t("sentence")}
      tabs={<DetailTabs tabs={tabs} label={t("title")} />}
    >
      <Outlet />
    </Page>
  );
}
