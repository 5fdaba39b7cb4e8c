import { sendBatch } from "@thaw/core/engine/delivery/send-batch";
import { inLogContext } from "@thaw/core/log-context";
import type { Jobs } from "@thaw/core/queue.schema";
import type { SQSBatchResponse, SQSEvent, SQSHandler, SQSRecord } from "aws-lambda";
import { invocation } from "../invocation.ts";
import { accountOf, readJob, reportFailure } from "./consume.ts";

/** A batch goes through together, so that mails of one mailbox share its connection. */
export const handler: SQSHandler = invocation<SQSEvent, SQSBatchResponse>(
  "onSend",
  async ({ Records }) => {
    const failures: SQSBatchResponse["batchItemFailures"] = [];
    const records = new Map<Jobs["send"], SQSRecord>();
    const report = (record: SQSRecord, accountId: number, error: unknown) =>
      inLogContext({ jobId: record.messageId, accountId }, () => {
        failures.push(reportFailure(record, error));
      });
    for (const record of Records) {
      try {
        const job = readJob("send", record);
        // The worker that received it before may have died while it sent the mail.
        const isAgain = Number(record.attributes.ApproximateReceiveCount) > 1;
        records.set(isAgain ? { ...job, isBegun: true } : job, record);
      } catch (error) {
        report(record, 0, error);
      }
    }
    for (const { job, error } of await sendBatch([...records.keys()])) {
      const record = records.get(job);
      if (error !== undefined && record) report(record, accountOf(job), error);
    }
    return { batchItemFailures: failures };
  },
);
