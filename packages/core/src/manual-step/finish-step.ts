import type { PendingWrite } from "@thaw/data/transact";
import { findCampaigns } from "../campaign/campaign.ts";
import { DEFAULT_CONNECT_WAIT_DAYS, type SequenceStep } from "../campaign/sequence.schema.ts";
import { readSteps } from "../campaign/sequence.ts";
import { type CampaignLeadRecord, findCampaignLead } from "../campaign-lead/campaign-lead.ts";
import { mayFinish, passStep } from "../campaign-lead/hold-lead.ts";
import { AppError } from "../error.ts";
import type { NewEvent } from "../event/event.ts";
import { eventItem } from "../event/event.ts";
import { sendIdOf } from "../message/send-id.ts";
import { stepRecord } from "../message/step-record.ts";
import { planSchedule } from "../schedule/closed-days.ts";
import type { TaskAction, TaskOutcome } from "../task/task.schema.ts";
import { type StepsOfLead, stepAfter } from "./next-step.ts";

/** What of a task that a person has done says what its step was, and what came of it. */
export type DoneTask = {
  accountId: number;
  taskId: number;
  leadId: number;
  campaignId?: number | undefined;
  step?: number | undefined;
  action?: TaskAction | undefined;
  subject?: string | undefined;
  outcome?: TaskOutcome | undefined;
  completedAt?: string | undefined;
  completedBy?: number | undefined;
};

/**
 * For the transaction that completes a step's task: its lead moves on, with what became of the step and the event of it.
 * Nothing for a lead that has gone on, or has left the campaign.
 *
 * @throws AppError invalid where only a request to connect could be accepted
 */
export async function stepDoneWrites(task: DoneTask): Promise<PendingWrite[]> {
  const { accountId, campaignId, leadId, step, outcome = "DONE", completedAt: at } = task;
  if (campaignId === undefined || step === undefined || at === undefined) return [];
  if (outcome === "ACCEPTED" && task.action !== "LI_CONNECT") {
    const message = "Only a request to connect can be accepted";
    throw new AppError("invalid", message, { outcome: [message] });
  }
  const [place, [campaign]] = await Promise.all([
    findCampaignLead({ accountId, campaignId, leadId }),
    findCampaigns(accountId, [campaignId]),
  ]);
  if (!place || !campaign || place.nextStep !== step) return [];
  const version = place.sequenceVersion ?? campaign.sequenceVersion;
  const [steps, schedule] = await Promise.all([
    readSteps(accountId, campaignId, version),
    planSchedule(campaign, Date.parse(at)),
  ]);
  return passWrites(place, {
    sequence: { steps, schedule },
    version,
    mailboxId: place.mailboxId,
    at,
    actorId: task.completedBy ?? 0,
    outcome,
    kind: outcome === "SKIPPED" ? "manual-skipped" : "manual-done",
    key: `task-${task.taskId}`,
    subject: task.subject,
  });
}

export type Passing = {
  sequence: StepsOfLead;
  version: number;
  mailboxId: number | undefined;
  at: string;
  actorId: number;
  outcome: TaskOutcome;
  kind: "manual-done" | "manual-skipped" | "skipped";
  /** Tells this passing apart from another one of the same instant. */
  key: string;
  subject?: string | undefined;
  /** Why it was left out, where a rule and not a person decided so. */
  rule?: string | undefined;
};

/** For a transaction: a lead moves past its next step, with what became of that and the events. */
export function passWrites(place: CampaignLeadRecord, passing: Passing): PendingWrite[] {
  const { accountId, campaignId, leadId, nextStep: step } = place;
  const { sequence, version, at, actorId, outcome, rule, mailboxId } = passing;
  const own = sequence.steps[step - 1];
  const request = requestOf(own, outcome);
  const next = stepAfter(sequence, place, { step, at, waitDays: request?.waitDays });
  const variant = place.heldVariant ?? "A";
  const skipped = outcome === "SKIPPED" ? (rule ?? "by_hand") : undefined;
  const identity = { accountId, campaignId, leadId, step };
  const event = {
    ...identity,
    at,
    key: passing.key,
    variant,
    actorId,
    sendId: sendIdOf(identity),
    ...(mailboxId === undefined ? {} : { mailboxId }),
  } satisfies Partial<NewEvent>;
  const detail = [own?.seq_type, skipped].filter(Boolean).join(" ");
  const endsLead = next === undefined && mayFinish(place);
  return [
    passStep(place, {
      at,
      actorId,
      reason: outcome === "SKIPPED" ? "skipped" : "done",
      mailboxId,
      version,
      next,
      connection: request && { status: request.status, step: (next?.step ?? step + 1) - 1 },
    }),
    ...(mailboxId === undefined
      ? []
      : [
          stepRecord({
            ...identity,
            variant,
            sequenceVersion: version,
            mailboxId,
            at,
            subject: passing.subject,
            skipped,
          }),
        ]),
    eventItem({ ...event, kind: passing.kind, detail, ...(endsLead ? { endsLead } : {}) }),
    ...(request
      ? [
          eventItem({
            ...event,
            kind: request.status === "PENDING" ? "connection-requested" : "connection-accepted",
          }),
        ]
      : []),
  ];
}

/** A request to connect that was sent is waited for; one that was accepted at once is not. */
function requestOf(step: SequenceStep | undefined, outcome: TaskOutcome) {
  if (step?.seq_type !== "LI_CONNECT" || outcome === "SKIPPED") return undefined;
  if (outcome === "ACCEPTED") return { status: "ACCEPTED" as const, waitDays: undefined };
  const waitDays = step.connect_wait_days ?? DEFAULT_CONNECT_WAIT_DAYS;
  return { status: "PENDING" as const, waitDays };
}
