import type { Actor } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { operation } from "../../operation.ts";
import { appendEvent } from "../../reporting/event/event.ts";
import { Campaign, CampaignId } from "../campaign/campaign.schema.ts";
import { requireReady, start } from "../campaign/campaign-launch.ts";
import { type CampaignRecord, requireCampaign, toCampaign } from "../campaign/campaign-record.ts";
import { type Approval, RefuseStart } from "./approval.schema.ts";
import { approvalOf, writeApproval } from "./approval-record.ts";

/** Seconds in which the person who approves may still take it back. */
const UNDO_SECONDS = 10;

/** A second person lets a campaign start that another one has asked for, and it starts. */
export const approveStart = operation({
  permission: "campaigns:approve",
  input: CampaignId,
  output: Campaign,
  async run(actor, { campaign_id }) {
    const campaign = await requireAsked(actor, campaign_id);
    await requireReady(campaign);
    await decide(actor, campaign, { state: "approved" });
    // What was approved, and nothing that someone has made of it since.
    await start(actor, { ...campaign, revision: campaign.revision + 1 }, UNDO_SECONDS);
    return toCampaign(await requireCampaign(actor.accountId, campaign_id));
  },
});

/** A second person says what keeps a campaign from starting. The person who asked changes it and asks again. */
export const refuseStart = operation({
  permission: "campaigns:approve",
  input: RefuseStart,
  output: Campaign,
  async run(actor, { campaign_id, reason }) {
    const campaign = await requireAsked(actor, campaign_id);
    await decide(actor, campaign, { state: "refused", reason });
    return toCampaign(await requireCampaign(actor.accountId, campaign_id));
  },
});

/** Takes the wish to start back. */
export const withdrawStart = operation({
  permission: "campaigns:write",
  input: CampaignId,
  output: Campaign,
  async run({ accountId }, { campaign_id: campaignId }) {
    const campaign = await requireCampaign(accountId, campaignId);
    if (approvalOf(campaign)?.state !== "asked") throw notAsked();
    await writeApproval(campaign, undefined);
    return toCampaign(await requireCampaign(accountId, campaignId));
  },
});

const notAsked = () => new AppError("invalid_transition", "campaign.nobodyWaits");

async function requireAsked(actor: Actor, campaignId: number): Promise<CampaignRecord> {
  const campaign = await requireCampaign(actor.accountId, campaignId);
  const approval = approvalOf(campaign);
  if (approval?.state !== "asked") throw notAsked();
  if (approval.asked_by === actor.userId) {
    throw new AppError("forbidden", "campaign.ownRequest");
  }
  return campaign;
}

async function decide(
  { accountId, userId }: Actor,
  campaign: CampaignRecord,
  decision: Pick<Approval, "state" | "reason">,
): Promise<void> {
  const { asked_by = 0, asked_at = "" } = approvalOf(campaign) ?? {};
  const at = nowIso();
  await writeApproval(campaign, {
    ...decision,
    asked_by,
    asked_at,
    decided_by: userId,
    decided_at: at,
  });
  await appendEvent({
    accountId,
    campaignId: campaign.campaignId,
    kind: "campaign-status",
    at,
    key: String(campaign.revision + 1),
    detail: `${campaign.status} ${campaign.status} start_${decision.state}`,
    actorId: userId,
  });
}
