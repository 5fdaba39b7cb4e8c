import { categoriseReply } from "@thaw/core/inbox/categorisation/categorise-reply";
import { enqueue } from "@thaw/core/queue";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const CategoriseJob = v.object({
  accountId: v.number(),
  threadId: v.number(),
  at: v.string(),
  messageKey: v.string(),
  try: v.number(),
});

export const handler: SQSHandler = (event) =>
  consumeEach(event, async (record) => {
    const job = readJob(CategoriseJob, record);
    const delayMs = await categoriseReply(job);
    if (delayMs === undefined) return;
    await enqueue("categorise", [{ job: { ...job, try: job.try + 1 }, delayMs }]);
  });
