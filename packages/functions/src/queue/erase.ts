import { runErasure } from "@thaw/core/lead-erasure/run-erasure";
import { enqueue } from "@thaw/core/queue";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const EraseJob = v.object({ accountId: v.number(), erasureId: v.number() });

export const handler: SQSHandler = (event) =>
  consumeEach(event, async (record) => {
    const job = readJob(EraseJob, record);
    const delayMs = await runErasure(job);
    if (delayMs !== undefined) await enqueue("erase", [{ job, delayMs }]);
  });
