import { readSubscriptionPlan } from "../../accounts/account/account-plan.ts";
import { isPlanEnded } from "../../accounts/subscription-plan/subscription-plan-state.ts";
import { type Actor, systemActor } from "../../actor.ts";
import { now } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { planSchedule } from "../../kernel/schedule/closed-days.ts";
import type { WalkPosition } from "../../walk.schema.ts";
import { type CampaignLeadKey, findCampaignLead } from "../campaign-lead/campaign-lead.ts";
import { reopenLeadsOf } from "../campaign-lead/reopen-leads.ts";
import { readSteps } from "../sequence/sequence-record.ts";
import { checkLaunch } from "./campaign-launch.ts";
import { findCampaigns, requireCampaign } from "./campaign-record.ts";
import { changeStatus } from "./campaign-status.ts";

type Anew = "leads_added" | "step_added";
/** Leads that it had begun with are not at their end. */
type GoingOn = "leads_waiting" | "soft_bounce";

/**
 * COMPLETED → ACTIVE of a campaign that has something to do again, when its launch checks pass (D4.1); one that was not done
 * goes on whatever they say, as it would have if it were ACTIVE still. Every other campaign stays as it is. Safe to run twice.
 *
 * @returns whether this call did it
 */
export async function reactivate(
  actor: Actor,
  campaignId: number,
  reason: Anew | GoingOn,
): Promise<boolean> {
  const { accountId } = actor;
  const [campaign] = await findCampaigns(accountId, [campaignId]);
  if (campaign?.status !== "COMPLETED") return false;
  const isAnew = reason === "leads_added" || reason === "step_added";
  const mayGoOn = isAnew ? isReady(accountId, campaignId) : hasAccess(accountId);
  if (!(await mayGoOn)) return false;
  try {
    await changeStatus(actor, campaign, "ACTIVE", reason);
    return true;
  } catch (error) {
    // Someone else did it at the same moment, or wants something else of it.
    if (error instanceof AppError && error.code === "conflict") return false;
    throw error;
  }
}

/** Lets a campaign go on that was COMPLETED on figures which knew nothing yet of a lead that waits in it. */
export async function resumeFor(key: CampaignLeadKey): Promise<void> {
  const { accountId, campaignId } = key;
  const enrolment = await findCampaignLead(key);
  if (enrolment?.due) await reactivate(systemActor(accountId), campaignId, "leads_waiting");
}

const hasAccess = async (accountId: number) =>
  !isPlanEnded((await readSubscriptionPlan(accountId)).state, now());

// Anyone who may add leads need not be allowed to look at campaigns.
const isReady = async (accountId: number, campaignId: number) =>
  (await checkLaunch(systemActor(accountId), { campaign_id: campaignId })).length === 0;

/**
 * Lets the next leads that had finished a campaign go on with a step that has come after, and the campaign with them. Safe
 * to run twice.
 *
 * @returns where to go on; undefined when all were looked at, or the campaign may not send
 */
export async function reopenFinished(
  key: { accountId: number; campaignId: number },
  from: WalkPosition,
): Promise<WalkPosition | undefined> {
  const { accountId, campaignId } = key;
  const campaign = await requireCampaign(accountId, campaignId);
  const { status, sequenceVersion } = campaign;
  const schedule = await planSchedule(campaign, now());
  if (status === "STOPPED" || status === "ARCHIVED" || !schedule) return undefined;
  if (status === "COMPLETED" && !(await isReady(accountId, campaignId))) return undefined;
  const steps = await readSteps(accountId, campaignId, sequenceVersion);
  const { reopened, next } = await reopenLeadsOf(
    key,
    { version: sequenceVersion, steps, schedule },
    from,
  );
  if (reopened > 0) await reactivate(systemActor(accountId), campaignId, "step_added");
  return next;
}
