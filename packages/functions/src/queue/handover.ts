import { reassignWork } from "@thaw/core/accounts/team/reassign-work";
import { enqueue } from "@thaw/core/queue";
import { consumeEach } from "./consume.ts";

export const handler = consumeEach("handover", async (job) => {
  if (await reassignWork(job)) await enqueue("handover", [{ job }]);
});
