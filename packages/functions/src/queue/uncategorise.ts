import { continueDeletion } from "@thaw/core/inbox/categorisation/empty-category";
import { enqueue } from "@thaw/core/queue";
import { consumeEach } from "./consume.ts";

export const handler = consumeEach("uncategorise", async (job) => {
  const delayMs = await continueDeletion(job);
  if (delayMs !== undefined) await enqueue("uncategorise", [{ job, delayMs }]);
});
