import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { getCampaign, updateCampaign } from "@thaw/core/campaign/campaign";
import { pauseCampaign, startCampaign } from "@thaw/core/campaign/campaign-launch";
import { markMessageSent, retryMessage } from "@thaw/core/message/retry-message";
import type { CampaignPage } from "../../campaign/campaign-page.ts";
import { WhyButton } from "../../campaign/why-button.tsx";
import { CampaignStatusBadge } from "../../components/campaign-status.tsx";
import { DetailTabs } from "../../components/detail-tabs.tsx";
import { Page } from "../../components/page.tsx";
import { useLiveFigures } from "../../components/use-live-figures.ts";
import { useText } from "../../messages/text.tsx";
import { titleMeta } from "../../messages/title.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";
import { CampaignActions } from "./campaign-actions.tsx";
import { CampaignName } from "./campaign-name.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleMeta(data?.campaign.name ?? "", matches);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const campaign = await getCampaign(actor, { campaign_id: idInPath(params.id, "campaign") });
  return { campaign, canWrite: actor.permissions.has("campaigns:write") };
}

export { clientAction } from "../../keep-typed.ts";

/** What the header and the tabs send; none of it leaves the tab. */
export function action({ request, params }: ActionFunctionArgs) {
  const operations = {
    rename: updateCampaign,
    start: startCampaign,
    pause: pauseCampaign,
    retry: retryMessage,
    "mark-sent": markMessageSent,
  };
  return submit(request, operations, {
    fields: { campaign_id: idInPath(params.id, "campaign") },
  });
}

export default function CampaignLayout() {
  const page: CampaignPage = useLoaderData<typeof loader>();
  const { campaign, canWrite } = page;
  const t = useText("campaign-detail");
  useLiveFigures([campaign]);
  const { leads, finished } = campaign.figures;
  const to = (tab: string) => `/app/email-campaign/${campaign.id}/${tab}`;
  const tabs = [
    { label: t("analytics"), to: to("analytics") },
    { label: t("plan"), to: to("plan") },
    { label: t("performance"), to: to("performance") },
    { label: t("leadList"), to: to("lead-list"), ...(leads > 0 ? { count: leads } : {}) },
    { label: t("triggerLogs"), to: to("trigger-logs") },
  ];
  return (
    <Page
      title={<CampaignName campaign={campaign} canWrite={canWrite} />}
      sentence={
        <span className="campaign-sentence">
          <CampaignStatusBadge status={campaign.status} />
          {campaign.status === "PAUSED" && campaign.status_reason === "bounce_guard" ? (
            <strong>{t("pausedByGuard")}</strong>
          ) : null}
          {leads > 0 ? t("leadsDone", { finished, leads }) : t("noLeads")}
          <WhyButton campaignId={campaign.id} />
        </span>
      }
      action={canWrite ? <CampaignActions campaign={campaign} /> : null}
      breadcrumb={[{ label: t("campaigns"), to: "/app/email-campaign/all" }]}
      tabs={<DetailTabs label={t("tabs")} tabs={tabs} />}
    >
      <Outlet context={page} />
    </Page>
  );
}
