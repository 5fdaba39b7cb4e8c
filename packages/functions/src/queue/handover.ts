import { reassignWork } from "@thaw/core/accounts/team/hand-over";
import { enqueue } from "@thaw/core/queue";
import { consumeEach } from "./consume.ts";

export const handler = consumeEach("handover", async (job) => {
  if (await reassignWork(job)) await enqueue("handover", [{ job }]);
});
