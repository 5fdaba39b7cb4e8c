import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { approveStart, refuseStart, withdrawStart } from "@thaw/core/campaigns/approval/approval";
import { getCampaign, updateCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { pauseCampaign, startCampaign } from "@thaw/core/campaigns/campaign/campaign-launch";
import { undoStart } from "@thaw/core/campaigns/campaign/undo-start";
import { markMessageSent, retryMessage } from "@thaw/core/engine/delivery/retry-message";
import { loadApproval } from "../../features/campaign/approval.server.ts";
import { CampaignLayout } from "../../features/campaign/campaign-layout.tsx";
import type { CampaignPage } from "../../features/campaign/campaign-page.ts";
import { titleMeta } from "../../messages/title.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleMeta(data?.campaign.name ?? "", matches);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const campaign = await getCampaign(actor, { campaign_id: idInPath(params.id, "campaign") });
  const approval = await loadApproval(actor, campaign);
  return { campaign, canWrite: actor.permissions.has("campaigns:write"), approval };
}

export { clientAction } from "../../offline-action.ts";

/** What the header and the tabs send; none of it leaves the tab. */
export function action({ request, params }: ActionFunctionArgs) {
  const operations = {
    rename: updateCampaign,
    start: startCampaign,
    "undo-start": undoStart,
    approve: approveStart,
    refuse: refuseStart,
    withdraw: withdrawStart,
    pause: pauseCampaign,
    retry: retryMessage,
    "mark-sent": markMessageSent,
  };
  return submit(request, operations, {
    fields: { campaign_id: idInPath(params.id, "campaign") },
  });
}

export default function CampaignRoute() {
  const page: CampaignPage = useLoaderData<typeof loader>();
  return <CampaignLayout page={page} />;
}
