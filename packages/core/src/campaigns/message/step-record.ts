import type { PendingWrite } from "@thaw/data/transact";
import type { IsoInstant } from "../../instant.schema.ts";
import { MessageEntity } from "./message.entity.ts";
import { sendIdOf } from "./send-id.ts";

type StepOutcome = {
  accountId: number;
  campaignId: number;
  leadId: number;
  step: number;
  variant: string;
  sequenceVersion: number;
  mailboxId: number;
  at: IsoInstant;
  subject?: string | undefined;
  /** Why it was left out; absent when it was done. */
  skipped?: string | undefined;
};

/** For a transaction: what became of a step that no mail of ours was, in the place where a mail's record would be. */
export function stepRecord({ at, subject, skipped, ...step }: StepOutcome): PendingWrite {
  return MessageEntity.put({
    ...step,
    sendId: sendIdOf(step),
    scheduledAt: at,
    ...(skipped === undefined
      ? { status: "SENT", sentAt: at, ...(subject ? { subject } : {}) }
      : { status: "SKIPPED", failure: { kind: "rule", text: skipped } }),
  });
}
