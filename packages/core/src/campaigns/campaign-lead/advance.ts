import { writeIfExpected } from "@thaw/data/condition";
import type { IsoInstant } from "../../instant.schema.ts";
import type { StepType } from "../sequence/step-type.schema.ts";
import {
  type CampaignLeadKey,
  type CampaignLeadRecord,
  changedBy,
  dueAtOf,
  enrolments,
  findCampaignLead,
  isRunning,
  keyOf,
} from "./campaign-lead.ts";
import { type OpenedThread, waiting } from "./waiting.ts";

export type SentStep = {
  step: number;
  sendId: string;
  sentAt: IsoInstant;
  mailboxId: number;
  /** The version of the sequence that the lead was seen on. */
  version: number;
  /** When the next step falls due; undefined when there is none. */
  nextDueAt: IsoInstant | undefined;
  nextType?: StepType | undefined;
  /** Where the mail opened one. */
  thread?: OpenedThread | undefined;
};

/**
 * Moves a lead past a step that was sent. One that was paused meanwhile keeps its pause, unless nothing is left to wait for;
 * one that had ended keeps its end.
 *
 * @returns whether the lead is COMPLETED by it, also when it was an earlier call that moved it; undefined when someone has
 * moved it to another version of the sequence: look where it goes on there
 */
export async function advance(key: CampaignLeadKey, sent: SentStep): Promise<boolean | undefined> {
  const isLast = sent.nextDueAt === undefined;
  if (await goOn(key, sent)) return isLast;
  const lead = await findCampaignLead(key);
  // Whatever has become of it since an earlier run of the same worker moved it.
  if (lead?.lastSendId === sent.sendId) return lead.isFinishedByMail === true;
  if ((lead?.sequenceVersion ?? sent.version) !== sent.version) return undefined;
  if (lead?.nextStep !== sent.step) return false;
  const isFinished = lead.status === "PAUSED" && isLast;
  // Refused where someone has moved it in between.
  return (await passSeen(lead, sent)) ? isFinished : advance(key, sent);
}

function passSeen(lead: CampaignLeadRecord, sent: SentStep): Promise<boolean> {
  if (lead.status !== "PAUSED") return passEnded(lead, sent);
  return sent.nextDueAt === undefined
    ? finishPaused(lead, sent)
    : passPaused(lead, sent, sent.nextDueAt);
}

function pastStep({ step, sendId, sentAt, mailboxId, version, thread }: SentStep) {
  return {
    nextStep: step + 1,
    lastSendId: sendId,
    lastSentAt: sentAt,
    mailboxId,
    sequenceVersion: version,
    ...(thread ? { thread } : {}),
  };
}

const completed = (sent: SentStep) => ({
  ...pastStep(sent),
  ...changedBy(0, "sent", sent.sentAt),
  status: "COMPLETED" as const,
  isFinishedByMail: true,
});

function goOn(key: CampaignLeadKey, sent: SentStep): Promise<boolean> {
  const { step, mailboxId, version, nextDueAt: dueAt, nextType: type } = sent;
  const running = enrolments.update(keyOf(key));
  const next = dueAt
    ? running
        .set({
          ...pastStep(sent),
          ...changedBy(0, "sent", sent.sentAt),
          status: "INPROGRESS",
          ...waiting(keyOf(key), { step: step + 1, mailboxId, dueAt, version, type }),
        })
        .remove(["scheduledAt", "planned"])
    : running.set(completed(sent)).remove(["lane", "due", "scheduledAt", "planned"]);
  return writeIfExpected(
    next.where((lead, op) =>
      [
        op.eq(lead.nextStep, step),
        isRunning(lead, op),
        `(${op.notExists(lead.sequenceVersion)} OR ${op.eq(lead.sequenceVersion, version)})`,
      ].join(" AND "),
    ),
  );
}

const finishPaused = (seen: CampaignLeadRecord, sent: SentStep) =>
  writeIfExpected(
    enrolments
      .update(keyOf(seen))
      .set(completed(sent))
      .remove(["lane", "due", "scheduledAt", "planned", "previousStatus"])
      .where(
        (lead, op) => `${op.eq(lead.status, "PAUSED")} AND ${op.eq(lead.nextStep, sent.step)}`,
      ),
  );

/** The end of its pause stays what it was. */
function passPaused(
  seen: CampaignLeadRecord,
  sent: SentStep,
  nextDueAt: IsoInstant,
): Promise<boolean> {
  const { step, mailboxId, version } = sent;
  const { due } = seen;
  const dueAt = due === undefined ? nextDueAt : dueAtOf(due);
  return writeIfExpected(
    enrolments
      .update(keyOf(seen))
      .set({
        ...pastStep(sent),
        previousStatus: "INPROGRESS",
        ...waiting(keyOf(seen), { step: step + 1, mailboxId, dueAt, version, isPaused: true }),
      })
      .remove(["scheduledAt", "planned"])
      .where((lead, op) =>
        [
          op.eq(lead.status, "PAUSED"),
          op.eq(lead.nextStep, step),
          due ? op.eq(lead.due, due) : op.notExists(lead.due),
        ].join(" AND "),
      ),
  );
}

/** Who ended it, and why, stays on record. */
const passEnded = (seen: CampaignLeadRecord, sent: SentStep) =>
  writeIfExpected(
    enrolments
      .update(keyOf(seen))
      .set(pastStep(sent))
      .remove(["scheduledAt"])
      .where(
        (lead, op) => `${op.eq(lead.status, seen.status)} AND ${op.eq(lead.nextStep, sent.step)}`,
      ),
  );
