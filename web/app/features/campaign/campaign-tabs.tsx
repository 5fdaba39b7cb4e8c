import { DetailTabs } from "../../components/detail-tabs.tsx";
import { useText } from "../../messages/text.tsx";
import { CAMPAIGN_LIST } from "./campaign-page.ts";

export const FOLDERS = "/app/email-campaign/folders";

/** Between all campaigns and their folders. */
export function CampaignTabs() {
  const t = useText("campaign-list");
  const tabs = [
    { label: t("all"), to: CAMPAIGN_LIST },
    { label: t("folders"), to: FOLDERS },
  ];
  return <DetailTabs label={t("tabs")} tabs={tabs} />;
}
