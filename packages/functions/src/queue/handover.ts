import { handOver } from "@thaw/core/accounts/team/hand-over";
import { enqueue } from "@thaw/core/queue";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const HandoverJob = v.object({ accountId: v.number(), userId: v.number() });

export const handler: SQSHandler = (event) =>
  consumeEach(event, async (record) => {
    const job = readJob(HandoverJob, record);
    if (await handOver(job)) await enqueue("handover", [{ job }]);
  });
