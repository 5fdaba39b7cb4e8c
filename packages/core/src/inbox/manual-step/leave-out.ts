import type { PendingWrite } from "@thaw/data/transact";
import { passStep } from "../../campaigns/campaign-lead/hold-lead.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { stepRecord } from "../../campaigns/message/step-record.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { passWrites } from "./finish-step.ts";
import type { DueEnrolment } from "./look-up.ts";

type LeavingOut = {
  rule: string;
  /** The mail that goes out instead, at once, of all that comes before it. */
  mailInstead?: SequenceStep | undefined;
  at: IsoInstant;
  schedule: PlanSchedule | undefined;
};

/** For a transaction: a lead goes on without a step that cannot be done for it, which is on record as SKIPPED. */
export function leaveOut(
  due: DueEnrolment,
  { rule, mailInstead, at, schedule }: LeavingOut,
): PendingWrite[] {
  const { enrolment, version, steps, mailbox } = due;
  const mailboxId = mailbox?.mailboxId;
  if (mailInstead) return mailAtOnce(due, { rule, mail: mailInstead, at });
  return passWrites(enrolment, {
    sequence: { steps, schedule },
    version,
    mailboxId,
    at,
    actorId: 0,
    outcome: "SKIPPED",
    kind: "skipped",
    key: `${enrolment.leadId}.${enrolment.nextStep}`,
    rule,
  });
}

/** The request to connect was not answered in time: everything up to the next mail is left out, and that is due now. */
function mailAtOnce(
  { enrolment, version, steps, mailbox }: DueEnrolment,
  { rule, mail, at }: { rule: string; mail: SequenceStep; at: IsoInstant },
): PendingWrite[] {
  const { accountId, campaignId, leadId, nextStep } = enrolment;
  const mailboxId = mailbox?.mailboxId;
  const next = { step: mail.seq_number, type: mail.seq_type, dueAt: at };
  const left = steps.slice(nextStep - 1, mail.seq_number - 1);
  return [
    passStep(enrolment, {
      at,
      actorId: 0,
      reason: "skipped",
      mailboxId,
      version,
      next,
      connection: { status: "SKIPPED_AND_EMAIL_MESSAGE_SENT", step: nextStep - 1 },
    }),
    ...left.flatMap(({ seq_number: step, seq_type }) => {
      const identity = { accountId, campaignId, leadId, step };
      const event = eventItem({
        ...identity,
        kind: "skipped",
        at,
        key: `${leadId}.${step}`,
        sendId: sendIdOf(identity),
        detail: `${seq_type} ${rule}`,
      });
      const record = { ...identity, variant: "A", sequenceVersion: version, at, skipped: rule };
      return mailboxId === undefined ? [event] : [stepRecord({ ...record, mailboxId }), event];
    }),
  ];
}
