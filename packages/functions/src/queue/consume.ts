import { log } from "@thaw/core/log";
import { inLogContext, nameAccount } from "@thaw/core/log-context";
import { app, type QueueName } from "@thaw/core/manifest";
import { JOBS, type Jobs } from "@thaw/core/queue.schema";
import type { SQSBatchResponse, SQSEvent, SQSHandler, SQSRecord } from "aws-lambda";
import * as v from "valibot";
import { invocation } from "../invocation.ts";

const SHAPES: { [Name in QueueName]: v.GenericSchema<unknown, Jobs[Name]> } = JOBS;

/** Reads a queue message's body. A body that is not of the queue's shape throws: it ends in the dead-letter queue. */
export const readJob = <Name extends QueueName>(name: Name, { body }: SQSRecord): Jobs[Name] =>
  v.parse<v.GenericSchema<unknown, Jobs[Name]>>(SHAPES[name], JSON.parse(body));

/** Runs every message of a batch by itself and gives back only those that failed (partial batch response). */
export const consumeEach = <Name extends QueueName>(
  name: Name,
  work: (job: Jobs[Name], record: SQSRecord) => Promise<void>,
): SQSHandler =>
  invocation<SQSEvent, SQSBatchResponse>(app.queues[name].consumer, async ({ Records }) => {
    const failures = await Promise.all(
      Records.map((record) =>
        inLogContext({ jobId: record.messageId }, async () => {
          try {
            const job = readJob(name, record);
            nameAccount(accountOf(job));
            await work(job, record);
            return [];
          } catch (error) {
            return [reportFailure(record, error)];
          }
        }),
      ),
    );
    return { batchItemFailures: failures.flat() };
  });

/** Most jobs are of one account. A job of several, or of none, is of 0. */
export const accountOf = (job: object): number =>
  "accountId" in job && typeof job.accountId === "number" ? job.accountId : 0;

/** Queues with several kinds of jobs. */
type Kinded = {
  [Name in QueueName]: Jobs[Name] extends { kind: string } ? Name : never;
}[QueueName];
type Work<Job extends { kind: string }> = {
  [Kind in Job["kind"]]: (job: Extract<Job, { kind: Kind }>) => Promise<void>;
};

/** As `consumeEach`, with what is done for each kind of job. A kind without does not compile. */
export const consumeKinds = <Name extends Kinded>(name: Name, work: Work<Jobs[Name]>) =>
  consumeEach(name, (job) => {
    const act: (job: never) => Promise<void> = work[job.kind as keyof typeof work];
    return act(job as never);
  });

export function reportFailure(record: SQSRecord, error: unknown) {
  log.error("A queue message failed", {
    messageId: record.messageId,
    queue: record.eventSourceARN,
    receives: record.attributes.ApproximateReceiveCount,
    error,
  });
  return { itemIdentifier: record.messageId };
}
