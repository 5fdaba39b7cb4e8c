import { readSubscriptionPlan } from "../../accounts/account/account-plan.ts";
import type { SendingStop } from "../../accounts/sending-stop/sending-stop-record.ts";
import { isPlanEnded } from "../../accounts/subscription-plan/subscription-plan-state.ts";
import { approvalOf } from "../../campaigns/approval/approval-record.ts";
import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { isFreezing } from "../../campaigns/subsequence/frozen.ts";
import type { PlanFacts } from "../../engine/forecast/plan-base.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { Answer } from "./diagnostics.schema.ts";

/** Why a campaign as a whole sends nothing, whatever its leads wait for; undefined where it may send. */
export async function campaignAnswer(
  { campaign, parentStatus, stop }: PlanFacts,
  at: EpochMs,
): Promise<Answer | undefined> {
  const { status, accountId, parentId } = campaign;
  if (status === "STOPPED") return { rule: "campaign_stopped", figures: {} };
  if (status === "ARCHIVED") return { rule: "campaign_archived", figures: {} };
  const awaited = status === "ACTIVE" ? undefined : approvalAnswer(campaign);
  if (awaited) return awaited;
  if (status === "DRAFTED") return { rule: "campaign_drafted", figures: {}, fix: "start" };
  if (status === "COMPLETED") return { rule: "campaign_completed", figures: {}, fix: "leads" };
  if (isPlanEnded((await readSubscriptionPlan(accountId)).state, at)) {
    return { rule: "plan_ended", figures: {}, fix: "plan" };
  }
  if (stop) return stopAnswer(stop);
  if (status === "PAUSED") return pausedAnswer(campaign);
  if (parentId === undefined || !isFreezing(parentStatus)) return undefined;
  return { rule: "parent_paused", figures: {}, fix: "parent" };
}

/** Why is said where the switch is: an agency's clients read this, too. The operator's switch is the operator's own. */
const stopAnswer = ({ by, at: since }: SendingStop): Answer => ({
  rule: "sending_stopped",
  figures: { by, since },
  ...(by === "account" ? { fix: "sending" as const } : {}),
});

/** A second person has to let it start, and has not. */
function approvalAnswer(campaign: CampaignRecord): Answer | undefined {
  const { state, asked_at: since = "", reason = "" } = approvalOf(campaign) ?? {};
  if (state === "asked") return { rule: "approval_pending", figures: { since }, fix: "campaign" };
  if (state !== "refused") return undefined;
  return { rule: "start_refused", figures: { reason }, fix: "start" };
}

const pausedAnswer = ({ statusReason }: CampaignRecord): Answer =>
  statusReason === "bounce_guard"
    ? { rule: "bounce_guard", figures: {}, fix: "bounces" }
    : { rule: "campaign_paused", figures: {}, fix: "resume" };
