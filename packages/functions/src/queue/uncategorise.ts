import { continueDeletion } from "@thaw/core/inbox/categorisation/empty-category";
import { enqueue } from "@thaw/core/queue";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const UncategoriseJob = v.object({ accountId: v.number(), categoryId: v.number() });

export const handler: SQSHandler = (event) =>
  consumeEach(event, async (record) => {
    const job = readJob(UncategoriseJob, record);
    const delayMs = await continueDeletion(job);
    if (delayMs !== undefined) await enqueue("uncategorise", [{ job, delayMs }]);
  });
