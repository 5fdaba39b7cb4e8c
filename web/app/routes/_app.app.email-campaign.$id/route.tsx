import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getCampaign, updateCampaign } from "@thaw/core/campaign/campaign";
import { pauseCampaign, startCampaign } from "@thaw/core/campaign/campaign-launch";
import { markMessageSent, retryMessage } from "@thaw/core/message/retry-message";
import { createSubsequence } from "@thaw/core/subsequence/subsequence";
import type { CampaignPage } from "../../campaign/campaign-page.ts";
import { titleMeta } from "../../messages/title.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";
import { CampaignLayout } from "./campaign-layout.tsx";

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
    "add-subsequence": createSubsequence,
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
