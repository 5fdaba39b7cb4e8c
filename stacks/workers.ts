import { FilterCriteria, FilterRule, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { Duration } from "aws-cdk-lib/core";
import { Cron, type Function as SstFunction, type StackContext, use } from "sst/constructs";
import {
  type FunctionName,
  app as manifest,
  type QueueName,
} from "../packages/core/src/manifest.ts";
import type { QueueSpec, StreamSpec } from "../packages/core/src/manifest-spec.ts";
import { api } from "./api.ts";
import { makeFunction } from "./function.ts";
import { deadLetterQueue, storage } from "./storage.ts";
import { web } from "./web.ts";

const streams: readonly StreamSpec<FunctionName>[] = Object.values(manifest.table.streams);

/** What runs without anyone waiting: queue consumers, schedules and the consumers of the table's stream. */
export function workers(context: StackContext) {
  const functions = new Map<FunctionName, SstFunction>();
  for (const name of Object.keys(manifest.queues) as QueueName[]) {
    const spec: QueueSpec<FunctionName> = manifest.queues[name];
    functions.set(spec.consumer, queueConsumer(context, name, spec));
  }
  const streamDeadLetters = deadLetterQueue(context.stack, "stream-dead-letters");
  for (const spec of streams) {
    functions.set(spec.consumer, streamConsumer(context, spec, streamDeadLetters));
  }
  for (const [name, { consumer, every }] of Object.entries(manifest.schedules)) {
    // A tick that comes late is worth nothing: the next one finds the same work.
    const job = makeFunction(
      context,
      consumer,
      {},
      {
        maxEventAge: Duration.minutes(1),
        retryAttempts: 0,
      },
    );
    functions.set(consumer, job);
    new Cron(context.stack, `schedule-${name}`, { schedule: every, job });
  }
  return { functions, streamDeadLetters };
}

function queueConsumer(context: StackContext, name: QueueName, spec: QueueSpec<FunctionName>) {
  const { socket } = use(api);
  const consumer = makeFunction(context, spec.consumer, { tenantsOf: use(web).tenantsOf, socket });
  use(storage).queues[name].queue.addConsumer(context.stack, {
    function: consumer,
    cdk: {
      eventSource: {
        batchSize: spec.batchSize,
        maxBatchingWindow: Duration.seconds(spec.windowSeconds),
        reportBatchItemFailures: true,
        maxConcurrency: spec.concurrency,
      },
    },
  });
  return consumer;
}

function streamConsumer(
  context: StackContext,
  { consumer: name, entities, goneEntities, ...spec }: StreamSpec<FunctionName>,
  deadLetters: ReturnType<typeof deadLetterQueue>,
) {
  const { socket } = use(api);
  const consumer = makeFunction(context, name, { socket });
  use(storage).table.addConsumers(context.stack, {
    [name]: {
      function: consumer,
      cdk: {
        eventSource: {
          startingPosition: StartingPosition.TRIM_HORIZON,
          batchSize: spec.batchSize,
          maxBatchingWindow: Duration.seconds(spec.windowSeconds),
          retryAttempts: spec.retries,
          parallelizationFactor: spec.parallel,
          bisectBatchOnError: true,
          reportBatchItemFailures: true,
          onFailure: new SqsDlq(deadLetters),
          // __edb_e__ is where ElectroDB keeps an item's entity.
          filters: [
            FilterCriteria.filter({
              dynamodb: { NewImage: { __edb_e__: { S: FilterRule.or(...entities) } } },
            }),
            FilterCriteria.filter({
              eventName: FilterRule.isEqual("REMOVE"),
              dynamodb: { OldImage: { __edb_e__: { S: FilterRule.or(...goneEntities) } } },
            }),
          ],
        },
      },
    },
  });
  return consumer;
}
