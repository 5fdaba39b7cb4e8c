import { mayUseLinkedIn } from "../../accounts/subscription-plan/linkedin-access.ts";
import { type CampaignLeadRecord, dueAtOf } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { connectionOf, isHeld } from "../../campaigns/campaign-lead/hold-lead.ts";
import {
  isByHand,
  isLinkedIn,
  type LinkedInType,
} from "../../campaigns/sequence/step-type.schema.ts";
import { toIso } from "../../clock.ts";
import type { PlanFacts } from "../../engine/forecast/plan-base.ts";
import { LINKEDIN_DAILY_LIMITS } from "../../inbox/manual-step/linkedin-limit.schema.ts";
import {
  linkedInCapacityFor,
  readLinkedInCapacities,
} from "../../inbox/manual-step/linkedin-room.ts";
import { findStepTask } from "../../inbox/task/step-task.ts";
import type { EpochMs } from "../../instant.schema.ts";
import { localDate, nextLocalMidnight } from "../../kernel/schedule/zone.ts";
import { type Counts, readTotals } from "../../reporting/counter/counter.ts";
import type { Answer, Figures } from "./diagnostics.schema.ts";

/** What a lead waits for whose next step is done by hand; undefined where the next step is an email. */
export async function byHandAnswer(
  lead: CampaignLeadRecord,
  facts: PlanFacts,
  at: EpochMs,
): Promise<Answer | undefined> {
  const type = facts.steps[lead.nextStep - 1]?.seq_type ?? "EMAIL";
  const dueAt = lead.due ? dueAtOf(lead.due) : "";
  const isAhead = dueAt > toIso(at);
  const figures: Figures = { step: lead.nextStep, type, due_at: dueAt };
  if (connectionOf(lead) === "PENDING" && isAhead) return { rule: "connection_pending", figures };
  if (!isByHand(type)) return undefined;
  if (isHeld(lead)) return taskAnswer(lead, figures);
  if (isAhead) return { rule: "not_due", figures };
  const linkedIn = isLinkedIn(type)
    ? await linkedInAnswer({ type, lead }, facts, { figures, at })
    : undefined;
  return linkedIn ?? { rule: "next_task", figures };
}

/** What keeps LinkedIn's tasks from coming up. */
async function linkedInAnswer(
  { type, lead }: { type: LinkedInType; lead: CampaignLeadRecord },
  { campaign, accountTimezone }: PlanFacts,
  { figures, at }: { figures: Figures; at: EpochMs },
): Promise<Answer | undefined> {
  if (!(await mayUseLinkedIn(campaign.accountId))) return { rule: "linkedin_not_in_plan", figures };
  const capacities = await readLinkedInCapacities(campaign, localDate(accountTimezone, at));
  if (capacities.length === 0) return { rule: "linkedin_account_lost", figures, fix: "linkedin" };
  if (linkedInCapacityFor(capacities, lead, type)) return undefined;
  const until = toIso(nextLocalMidnight(accountTimezone, at));
  const limit = LINKEDIN_DAILY_LIMITS[type];
  return { rule: "linkedin_limit", figures: { ...figures, limit, until } };
}

async function taskAnswer(lead: CampaignLeadRecord, figures: Figures): Promise<Answer> {
  const task = await findStepTask({ ...lead, step: lead.nextStep });
  const named: Figures = task ? { task: task.title, task_id: task.taskId } : { task: "" };
  return {
    rule: "task",
    figures: { ...figures, ...named, since: lead.heldSince ?? "" },
    fix: "tasks",
  };
}

/** Leads of a campaign that wait for a person, from its figures; undefined where there are none. */
export async function tasksAnswer({ campaign }: PlanFacts): Promise<Answer | undefined> {
  if (!campaign.handTypes?.length) return undefined;
  const [counts = {}] = await readTotals(campaign.accountId, [campaign.campaignId]);
  const tasks = openTasksIn(counts);
  return tasks > 0 ? { rule: "tasks_open", figures: { tasks }, fix: "tasks" } : undefined;
}

const openTasksIn = (counts: Counts) =>
  (counts["manual-step"] ?? 0) - (counts["manual-done"] ?? 0) - (counts["manual-skipped"] ?? 0);
