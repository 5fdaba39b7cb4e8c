import { deliverReply } from "@thaw/core/inbox/thread/deliver-reply";
import { enqueue } from "@thaw/core/queue";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const ReplyJob = v.object({ accountId: v.number(), replyId: v.string() });

export const handler: SQSHandler = (event) =>
  consumeEach(event, async (record) => {
    const job = readJob(ReplyJob, record);
    const delayMs = await deliverReply(job.accountId, job.replyId);
    if (delayMs !== undefined) await enqueue("reply", [{ job, delayMs }]);
  });
