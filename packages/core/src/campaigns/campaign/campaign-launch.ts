import { renderText } from "@thaw/text/render";
import { say, type Text } from "@thaw/text/say";
import * as v from "valibot";
import { findSubscriptionPlanProblems } from "../../accounts/subscription-plan/launch-problems.ts";
import { type Actor, localeOfActor } from "../../actor.ts";
import { keepSendPlan } from "../../engine/forecast/forecast.ts";
import { AppError, type FieldErrors } from "../../error.ts";
import { findLeads, type LeadRecord } from "../../leads/lead/lead-record.ts";
import { findSuppressed } from "../../leads/suppression/suppression.ts";
import { log } from "../../log.ts";
import { operation } from "../../operation.ts";
import { enqueue } from "../../queue.ts";
import { readTotals } from "../../reporting/counter/counter.ts";
import { findMailboxes } from "../../senders/mailbox/mailbox-record.ts";
import { readSendersOften } from "../../senders/mailbox/read-often.ts";
import { WALK_START } from "../../walk.schema.ts";
import { isApproved } from "../approval/approval-record.ts";
import { findLeadEnrolments } from "../campaign-lead/campaign-lead.ts";
import { reopenSoon } from "../sequence/sequence.ts";
import { customFieldsOf, sequenceProblems } from "../sequence/sequence-problems.ts";
import { readSteps } from "../sequence/sequence-record.ts";
import { isLinkedIn } from "../sequence/step-type.schema.ts";
import type { Condition } from "../subsequence/condition.schema.ts";
import { readWithSenders } from "../subsequence/frozen.ts";
import { Campaign, CampaignId, StartCampaign } from "./campaign.schema.ts";
import { type CampaignRecord, requireCampaign, toCampaign } from "./campaign-record.ts";
import { changeStatus, requireTransition } from "./campaign-status.ts";
import { sampleLeadIds } from "./sample-leads.ts";
import { senderProblems } from "./sender-problems.ts";
import { undoUntil as undoUntilIn } from "./undo-start.ts";

export const LaunchProblem = v.object({
  /** Where in the wizard it is fixed; "plan" is the account's own. */
  part: v.picklist(["leads", "condition", "sequence", "schedule", "senders", "plan"]),
  message: v.string(),
});
export type LaunchProblem = v.InferOutput<typeof LaunchProblem>;

type Problem = Pick<LaunchProblem, "part"> & { text: Text };

/** Everything that keeps a campaign from starting, at once (D4.2). */
export const checkLaunch = operation({
  permission: "campaigns:read",
  input: CampaignId,
  output: v.array(LaunchProblem),
  async run(actor, { campaign_id }) {
    const problems = await launchProblems(await requireCampaign(actor.accountId, campaign_id));
    const locale = localeOfActor(actor);
    return problems.map(({ part, text }) => ({ part, message: renderText(locale, text) }));
  },
});

/** Starts a campaign or lets it go on. Where a second person has to approve that, they are asked and it stays as it is. */
export const startCampaign = operation({
  permission: "campaigns:write",
  input: StartCampaign,
  output: Campaign,
  async run(actor, { campaign_id, undo_seconds }) {
    const campaign = await requireCampaign(actor.accountId, campaign_id);
    requireTransition(campaign, "ACTIVE");
    await requireReady(campaign);
    if (await isApproved(actor, campaign)) await start(actor, campaign, undo_seconds);
    return toCampaign(await requireCampaign(actor.accountId, campaign_id));
  },
});

/** @throws AppError invalid or plan_limit with everything that keeps a campaign from starting */
export async function requireReady(campaign: CampaignRecord): Promise<void> {
  const problems = await launchProblems(campaign);
  if (problems.length === 0) return;
  const fields: FieldErrors = {};
  for (const { part, text } of problems) fields[part] = [...(fields[part] ?? []), text];
  const code = problems.every(({ part }) => part === "plan") ? "plan_limit" : "invalid";
  throw new AppError(
    code,
    "campaign.notReady",
    { problems: problems.map(({ text }) => text) },
    fields,
  );
}

/** Any status → ACTIVE of a campaign that is ready, and what follows from it. @throws AppError invalid_transition, conflict */
export async function start(
  actor: Actor,
  campaign: CampaignRecord,
  undoSeconds: number,
): Promise<void> {
  // The leads of a completed one go on at once: there is nothing to take back.
  const canUndo = undoSeconds > 0 && campaign.status !== "COMPLETED";
  const undoUntil = canUndo ? undoUntilIn(undoSeconds) : undefined;
  // Before: once it has started, nothing may make it look otherwise. Mailboxes that are read often for nothing cost little.
  await readSendersOften(campaign.accountId, campaign.mailboxIds);
  await changeStatus(actor, campaign, "ACTIVE", { reason: "started", undoUntil });
  if (campaign.parentId !== undefined) {
    const { accountId, campaignId } = campaign;
    const job = { kind: "await", accountId, campaignId, from: WALK_START } as const;
    await enqueue("plan", [{ job }]);
  }
  if (campaign.status === "COMPLETED") await reopenSoon(campaign);
  // The campaign has started: a plan that cannot be kept must not make it look otherwise.
  await keepSendPlan(campaign).catch((error: unknown) =>
    log.error("A send plan could not be stored", { campaignId: campaign.campaignId, error }),
  );
}

export const pauseCampaign = operation({
  permission: "campaigns:write",
  input: CampaignId,
  output: Campaign,
  async run(actor, { campaign_id }) {
    const campaign = await requireCampaign(actor.accountId, campaign_id);
    await changeStatus(actor, campaign, "PAUSED", "user");
    return toCampaign(await requireCampaign(actor.accountId, campaign_id));
  },
});

/** @param forgiven a lead whose address came back, to whom someone writes again: it counts as one that may be written to */
export async function launchProblems(
  record: CampaignRecord,
  { forgiven }: { forgiven?: number } = {},
): Promise<Problem[]> {
  const { campaign } = await readWithSenders(record);
  const { accountId, campaignId } = campaign;
  const [steps, mailboxes, leadIds] = await Promise.all([
    readSteps(accountId, campaignId, campaign.sequenceVersion),
    findMailboxes(accountId, campaign.mailboxIds),
    sampleLeadIds(campaign),
  ]);
  const problems: Problem[] = [];
  for (const text of senderProblems(mailboxes)) problems.push({ part: "senders", text });
  problems.push(...whoProblems(campaign, leadIds));
  if (!campaign.schedule) {
    problems.push({ part: "schedule", text: say("campaign.noSchedule") });
  }
  const leads = await findLeads(accountId, leadIds);
  if (!leads.has(forgiven ?? 0) && (await areAllBlocked(campaign, [...leads.values()]))) {
    problems.push({ part: "leads", text: say("campaign.allBlocked") });
  }
  for (const text of sequenceProblems(campaign, steps, customFieldsOf(campaign, leads.values()))) {
    problems.push({ part: "sequence", text });
  }
  const usesLinkedIn = steps.some(({ seq_type }) => isLinkedIn(seq_type));
  for (const text of await findSubscriptionPlanProblems(accountId, { usesLinkedIn })) {
    problems.push({ part: "plan", text });
  }
  return problems;
}

/** Leads come into a subsequence by themselves, so it starts with none. */
function whoProblems(campaign: CampaignRecord, leadIds: readonly number[]): Problem[] {
  if (campaign.parentId !== undefined) return conditionProblems(campaign.condition as Condition);
  return leadIds.length === 0 ? [{ part: "leads", text: say("campaign.noLead") }] : [];
}

/** Of a campaign that is larger than what is looked at, nobody can tell before it runs. */
async function areAllBlocked(
  { accountId, campaignId, clientId, parentId }: CampaignRecord,
  leads: readonly LeadRecord[],
): Promise<boolean> {
  if (parentId !== undefined || leads.length === 0) return false;
  const emails = leads.map(({ email }) => email);
  const [[counts], enrolments, suppressed] = await Promise.all([
    readTotals(accountId, [campaignId]),
    findLeadEnrolments(
      accountId,
      leads.map(({ leadId }) => ({ campaignId, leadId })),
    ),
    findSuppressed(accountId, emails, clientId),
  ]);
  if ((counts?.["leads-added"] ?? 0) > leads.length) return false;
  const blocked = new Set(
    enrolments.filter(({ status }) => status === "BLOCKED").map(({ leadId }) => leadId),
  );
  return leads.every(({ leadId, email }) => blocked.has(leadId) || suppressed.has(email));
}

function conditionProblems(condition: Condition | undefined): Problem[] {
  if (!condition) return [{ part: "condition", text: say("campaign.noConditionYet") }];
  return [];
}
