import { sendBatch } from "@thaw/core/engine/delivery/send-batch";
import { StoredInstant } from "@thaw/core/instant.schema";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { readJob, reportFailure } from "./consume.ts";

const SendJob = v.object({
  accountId: v.number(),
  campaignId: v.number(),
  leadId: v.number(),
  step: v.number(),
  plan: v.optional(
    v.object({
      step: v.number(),
      variant: v.string(),
      sequenceVersion: v.number(),
      mailboxId: v.number(),
      month: StoredInstant,
      dueAt: StoredInstant,
      scheduledAt: StoredInstant,
    }),
  ),
  isBegun: v.optional(v.boolean()),
});

/** A batch goes through together, so that mails of one mailbox share its connection. */
export const handler: SQSHandler = async (event) => {
  const failures = [];
  const records = new Map<v.InferOutput<typeof SendJob>, (typeof event.Records)[number]>();
  for (const record of event.Records) {
    try {
      const job = readJob(SendJob, record);
      // Whoever received it before may have died with the mail in hand.
      const isAgain = Number(record.attributes.ApproximateReceiveCount) > 1;
      records.set(isAgain ? { ...job, isBegun: true } : job, record);
    } catch (error) {
      failures.push(reportFailure(record, error));
    }
  }
  for (const { job, error } of await sendBatch([...records.keys()])) {
    const record = records.get(job);
    if (error !== undefined && record) failures.push(reportFailure(record, error));
  }
  return { batchItemFailures: failures };
};
