import { sendBatch } from "@thaw/core/message/send-batch";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { readJob, reportFailure } from "./consume.ts";

const SendJob = v.object({ accountId: v.number(), sendId: v.string() });

/** A batch goes through together, so that mails of one mailbox share its connection. */
export const handler: SQSHandler = async (event) => {
  const failures = [];
  const records = new Map<v.InferOutput<typeof SendJob>, (typeof event.Records)[number]>();
  for (const record of event.Records) {
    try {
      records.set(readJob(SendJob, record), record);
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
