import { redirect } from "@remix-run/node";
import type { Actor } from "@thaw/core/actor";
import { getCampaign } from "@thaw/core/campaigns/campaign/campaign";
import type { Campaign } from "@thaw/core/campaigns/campaign/campaign.schema";
import { requirePermission } from "@thaw/core/kernel/access/require-permission";
import { readPreferences } from "../../preferences.server.ts";
import { loadApproval } from "../campaign/approval.server.ts";
import { campaignPath } from "../campaign/campaign-path.ts";
import { loadReview } from "./load-review.server.ts";
import { loadCondition, loadLeads, loadSequence, loadSetup } from "./load-step.server.ts";
import { stepOf } from "./steps.ts";

const NO_LEADS = { current: undefined, first: [], total: 0 };

/** What the wizard shows of a subsequence that does not exist yet. */
export async function loadNewSubsequence(actor: Actor, parentId: number) {
  requirePermission(actor, "campaigns:write");
  const parent = await getCampaign(actor, { campaign_id: parentId });
  // These take no subsequences.
  if (parent.parent_id !== undefined || isClosed(parent)) {
    throw redirect(`${campaignPath(parent)}/analytics`);
  }
  const data = await loadCondition(actor, { condition: undefined, condition_revision: 0 });
  return { step: "condition" as const, campaign: null, parentId, approval: null, data };
}

const isClosed = ({ status }: Pick<Campaign, "status">) =>
  status === "STOPPED" || status === "ARCHIVED";

/** What the wizard shows at the step that the address names; without an id a campaign that does not exist yet. */
export async function loadWizard(actor: Actor, request: Request, campaign_id: number | undefined) {
  requirePermission(actor, "campaigns:write");
  if (campaign_id === undefined) {
    return { step: "leads" as const, campaign: null, approval: null, data: NO_LEADS };
  }
  const campaign = await getCampaign(actor, { campaign_id });
  // These take no changes.
  if (isClosed(campaign)) throw redirect(`${campaignPath(campaign)}/analytics`);
  const approval = await loadApproval(actor, campaign);
  const step = stepOf(new URL(request.url).searchParams, campaign);
  switch (step) {
    case "leads":
      return { step, campaign, approval, data: await loadLeads(actor, campaign.id) };
    case "condition":
      return { step, campaign, approval, data: await loadCondition(actor, campaign) };
    case "sequence":
      return { step, campaign, approval, data: await loadSequence(actor, campaign) };
    case "setup": {
      const { timeZone } = readPreferences(request);
      return { step, campaign, approval, data: await loadSetup(actor, campaign, timeZone) };
    }
    case "review":
      return { step, campaign, approval, data: await loadReview(actor, campaign) };
  }
}
