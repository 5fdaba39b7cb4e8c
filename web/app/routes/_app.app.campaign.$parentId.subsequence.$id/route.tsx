import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { loadApproval } from "../../features/campaign/approval.server.ts";
import { CampaignLayout } from "../../features/campaign/campaign-layout.tsx";
import { requireSubsequence } from "../../features/subsequence/require-subsequence.server.ts";
import { titleMeta } from "../../messages/title.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleMeta(data?.campaign.name ?? "", matches);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const [campaign, { id, name }] = await Promise.all([
    requireSubsequence(actor, params),
    getCampaign(actor, { campaign_id: idInPath(params.parentId, "campaign") }),
  ]);
  const canWrite = actor.permissions.has("campaigns:write");
  const approval = await loadApproval(actor, campaign);
  return { campaign, canWrite, approval, parent: { id, name } };
}

export default function SubsequenceRoute() {
  const { parent, ...page } = useLoaderData<typeof loader>();
  return <CampaignLayout page={page} parent={parent} />;
}
