import { deliverReply } from "@thaw/core/inbox/thread/deliver-reply";
import { enqueue } from "@thaw/core/queue";
import { consumeEach } from "./consume.ts";

export const handler = consumeEach("reply", async (job) => {
  const delayMs = await deliverReply(job.accountId, job.replyId);
  if (delayMs !== undefined) await enqueue("reply", [{ job, delayMs }]);
});
