import type { PendingWrite } from "@thaw/data/transact";
import { findCampaigns } from "../../campaigns/campaign/campaign-record.ts";
import {
  type CampaignLeadRecord,
  findCampaignLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { mayFinish, passStep } from "../../campaigns/campaign-lead/hold-lead.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { stepRecord } from "../../campaigns/message/step-record.ts";
import {
  DEFAULT_CONNECT_WAIT_DAYS,
  type SequenceStep,
} from "../../campaigns/sequence/sequence.schema.ts";
import { readSteps } from "../../campaigns/sequence/sequence-record.ts";
import type { StepByHand } from "../../campaigns/sequence/step-type.schema.ts";
import { toEpochMs } from "../../clock.ts";
import { AppError } from "../../error.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { planSchedule } from "../../kernel/schedule/closed-days.ts";
import { eventItem } from "../../reporting/event/event.ts";
import type { TaskOutcome } from "../task/task.schema.ts";
import { type StepsOfLead, stepAfter } from "./next-step.ts";

/** The fields of a completed task that say which step it was for, and with what outcome. */
export type DoneTask = {
  accountId: number;
  taskId: number;
  leadId: number;
  campaignId?: number | undefined;
  step?: number | undefined;
  action?: StepByHand | undefined;
  subject?: string | undefined;
  outcome?: TaskOutcome | undefined;
  completedAt?: IsoInstant | undefined;
  completedBy?: number | undefined;
};

/**
 * For the transaction that completes a step's task: its lead moves on, with what became of the step and the event of it.
 * Nothing for a lead that has gone on, or has left the campaign.
 *
 * @throws AppError invalid where only a request to connect could be accepted
 */
export async function stepDoneWrites(task: DoneTask): Promise<PendingWrite[]> {
  const { accountId, campaignId, leadId, step, completedAt: at } = task;
  if (campaignId === undefined || step === undefined || at === undefined) return [];
  const outcome = outcomeOf(task);
  const [enrolment, [campaign]] = await Promise.all([
    findCampaignLead({ accountId, campaignId, leadId }),
    findCampaigns(accountId, [campaignId]),
  ]);
  if (!enrolment || !campaign || enrolment.nextStep !== step) return [];
  const version = enrolment.sequenceVersion ?? campaign.sequenceVersion;
  const [steps, schedule] = await Promise.all([
    readSteps(accountId, campaignId, version),
    planSchedule(campaign, toEpochMs(at)),
  ]);
  return passWrites(enrolment, {
    sequence: { steps, schedule },
    version,
    mailboxId: enrolment.mailboxId,
    at,
    actorId: task.completedBy ?? 0,
    outcome,
    kind: outcome === "SKIPPED" ? "manual-skipped" : "manual-done",
    key: `task-${task.taskId}`,
    subject: task.subject,
  });
}

function outcomeOf({ outcome = "DONE", action }: DoneTask): TaskOutcome {
  if (outcome !== "ACCEPTED" || action === "LI_CONNECT") return outcome;
  throw AppError.at("invalid", "outcome", "task.notAccepted");
}

export type Passing = {
  sequence: StepsOfLead;
  version: number;
  mailboxId: number | undefined;
  at: IsoInstant;
  actorId: number;
  outcome: TaskOutcome;
  kind: "manual-done" | "manual-skipped" | "skipped";
  /** Distinguishes this event from another one of the same instant. */
  key: string;
  subject?: string | undefined;
  /** Why it was left out, where a rule and not a person decided so. */
  rule?: string | undefined;
};

/** For a transaction: a lead moves past its next step, with what became of that and the events. */
export function passWrites(enrolment: CampaignLeadRecord, passing: Passing): PendingWrite[] {
  const { nextStep: step } = enrolment;
  const { sequence, version, at, actorId, outcome, mailboxId } = passing;
  const request = requestOf(sequence.steps[step - 1], outcome);
  const next = stepAfter(sequence, enrolment, { step, at, waitDays: request?.waitDays });
  const endsLead = next === undefined && mayFinish(enrolment);
  const moved = passStep(enrolment, {
    at,
    actorId,
    reason: outcome === "SKIPPED" ? "skipped" : "done",
    mailboxId,
    version,
    next,
    connection: request && { status: request.status, step: (next?.step ?? step + 1) - 1 },
  });
  return [moved, ...recordsOf(enrolment, passing, { endsLead, request: request?.status })];
}

/** The record of the step's outcome, and its events. */
function recordsOf(
  { accountId, campaignId, leadId, nextStep: step, heldVariant: variant = "A" }: CampaignLeadRecord,
  { sequence, version, mailboxId, at, actorId, outcome, kind, key, subject, rule }: Passing,
  { endsLead, request }: { endsLead: boolean; request: "PENDING" | "ACCEPTED" | undefined },
): PendingWrite[] {
  const skipped = outcome === "SKIPPED" ? (rule ?? "by_hand") : undefined;
  const identity = { accountId, campaignId, leadId, step };
  const event = { ...identity, at, key, variant, actorId, sendId: sendIdOf(identity) };
  const detail = [sequence.steps[step - 1]?.seq_type, skipped].filter(Boolean).join(" ");
  const events = [eventItem({ ...event, kind, detail, ...(endsLead ? { endsLead } : {}) })];
  if (request) events.push(eventItem({ ...event, kind: CONNECTION_EVENTS[request] }));
  if (mailboxId === undefined) return events;
  const record = { ...identity, variant, sequenceVersion: version, mailboxId, at };
  return [stepRecord({ ...record, subject, skipped }), ...events];
}

const CONNECTION_EVENTS = {
  PENDING: "connection-requested",
  ACCEPTED: "connection-accepted",
} as const;

/** A request to connect that was sent is waited for; one that was accepted at once is not. */
function requestOf(step: SequenceStep | undefined, outcome: TaskOutcome) {
  if (step?.seq_type !== "LI_CONNECT" || outcome === "SKIPPED") return undefined;
  if (outcome === "ACCEPTED") return { status: "ACCEPTED" as const, waitDays: undefined };
  const waitDays = step.connect_wait_days ?? DEFAULT_CONNECT_WAIT_DAYS;
  return { status: "PENDING" as const, waitDays };
}
