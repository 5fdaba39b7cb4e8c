import { sendBatch } from "@thaw/core/engine/delivery/send-batch";
import type { Jobs } from "@thaw/core/queue.schema";
import type { SQSHandler } from "aws-lambda";
import { readJob, reportFailure } from "./consume.ts";

/** A batch goes through together, so that mails of one mailbox share its connection. */
export const handler: SQSHandler = async (event) => {
  const failures = [];
  const records = new Map<Jobs["send"], (typeof event.Records)[number]>();
  for (const record of event.Records) {
    try {
      const job = readJob("send", record);
      // The worker that received it before may have died while it sent the mail.
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
