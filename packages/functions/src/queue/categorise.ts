import { categoriseReply } from "@thaw/core/inbox/categorisation/categorise-reply";
import { enqueue } from "@thaw/core/queue";
import { consumeEach } from "./consume.ts";

export const handler = consumeEach("categorise", async (job) => {
  const delayMs = await categoriseReply(job);
  if (delayMs === undefined) return;
  await enqueue("categorise", [{ job: { ...job, try: job.try + 1 }, delayMs }]);
});
