import { reassignWork } from "@thaw/core/accounts/team/reassign-work";
import { continueDeletion } from "@thaw/core/inbox/categorisation/empty-category";
import { enqueue } from "@thaw/core/queue";
import { consumeKinds } from "./consume.ts";

export const handler = consumeKinds("cleanup", {
  async category(job) {
    const { accountId, categoryId } = job;
    const delayMs = await continueDeletion({ accountId, categoryId });
    if (delayMs !== undefined) await enqueue("cleanup", [{ job, delayMs }]);
  },
  async member(job) {
    if (await reassignWork(job)) await enqueue("cleanup", [{ job }]);
  },
});
