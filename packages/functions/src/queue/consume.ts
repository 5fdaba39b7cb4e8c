import { log } from "@thaw/core/log";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as v from "valibot";

/** Reads a queue message's body. A body that is not of the queue's shape throws: it ends in the dead-letter queue. */
export function readJob<Schema extends v.GenericSchema>(
  schema: Schema,
  record: SQSRecord,
): v.InferOutput<Schema> {
  return v.parse(schema, JSON.parse(record.body));
}

/** Runs every message of a batch by itself and gives back only those that failed (partial batch response). */
export async function consumeEach(
  event: SQSEvent,
  work: (record: SQSRecord) => Promise<void>,
): Promise<SQSBatchResponse> {
  const failures = await Promise.all(
    event.Records.map(async (record) => {
      try {
        await work(record);
        return [];
      } catch (error) {
        return [reportFailure(record, error)];
      }
    }),
  );
  return { batchItemFailures: failures.flat() };
}

export function reportFailure(record: SQSRecord, error: unknown) {
  log.error("A queue message failed", {
    messageId: record.messageId,
    queue: record.eventSourceARN,
    receives: record.attributes.ApproximateReceiveCount,
    error: error instanceof Error ? error : new Error(String(error)),
  });
  return { itemIdentifier: record.messageId };
}
