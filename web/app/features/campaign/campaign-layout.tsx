import { Outlet } from "@remix-run/react";
import { DetailTabs } from "../../components/detail-tabs.tsx";
import { Page } from "../../components/page.tsx";
import { useLiveFigures } from "../../components/use-live-figures.ts";
import { useText } from "../../messages/text.tsx";
import { ApprovalNotice } from "./approval-notice.tsx";
import { CampaignActions } from "./campaign-actions.tsx";
import { CampaignName } from "./campaign-name.tsx";
import type { CampaignPage } from "./campaign-page.ts";
import { campaignPath } from "./campaign-path.ts";
import { CampaignStatusBadge } from "./campaign-status.tsx";
import { DiagnosticsButton } from "./diagnostics-button.tsx";

type Props = { page: CampaignPage; parent?: { id: number; name: string } };

/** The page of a campaign, or of a subsequence of `parent`, around the tab that is open. */
export function CampaignLayout({ page, parent }: Props) {
  const { campaign, canWrite } = page;
  const t = useText("campaign-detail");
  useLiveFigures([campaign]);
  const { leads, finished } = campaign.figures;
  const to = (tab: string) => `${campaignPath(campaign)}/${tab}`;
  const tabs = [
    { label: t("analytics"), to: to("analytics") },
    { label: t("plan"), to: to("plan") },
    { label: t("performance"), to: to("performance") },
    { label: t("inbox"), to: to("inbox") },
    { label: t("leadList"), to: to("lead-list"), ...(leads > 0 ? { count: leads } : {}) },
    ...(parent ? [] : [{ label: t("subsequences"), to: to("subsequence") }]),
    { label: t("triggerLogs"), to: to("trigger-logs") },
  ];
  return (
    <Page
      title={<CampaignName campaign={campaign} canWrite={canWrite} />}
      sentence={
        <span className="campaign-sentence">
          <CampaignStatusBadge status={campaign.status} approval={campaign.approval?.state} />
          {campaign.status === "PAUSED" && campaign.status_reason === "bounce_guard" ? (
            <strong title={t("pausedByGuard")}>{t("pausedByGuardShort")}</strong>
          ) : null}
          {leads > 0 ? t("leadsDone", { finished, leads }) : t("noLeads")}
          <DiagnosticsButton campaignId={campaign.id} />
        </span>
      }
      action={canWrite ? <CampaignActions campaign={campaign} /> : null}
      breadcrumb={[
        { label: t("campaigns"), to: "/app/email-campaign/all" },
        ...(parent
          ? [{ label: parent.name, to: `${campaignPath({ id: parent.id })}/subsequence` }]
          : []),
      ]}
      tabs={<DetailTabs label={t("tabs")} tabs={tabs} />}
    >
      {page.approval ? <ApprovalNotice campaign={campaign} view={page.approval} /> : null}
      <Outlet context={page} />
    </Page>
  );
}
