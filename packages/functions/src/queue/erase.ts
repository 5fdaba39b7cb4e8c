import { runAccountDeletion } from "@thaw/core/erasure/account-deletion/run-account-deletion";
import { runErasure } from "@thaw/core/erasure/lead-erasure/run-erasure";
import { enqueue } from "@thaw/core/queue";
import type { Jobs } from "@thaw/core/queue.schema";
import { consumeKinds } from "./consume.ts";

export const handler = consumeKinds("erase", {
  account: async (job) => goOnAfter(job, await runAccountDeletion(job.accountId)),
  lead: async (job) => goOnAfter(job, await runErasure(job)),
});

async function goOnAfter(job: Jobs["erase"], delayMs: number | undefined): Promise<void> {
  if (delayMs !== undefined) await enqueue("erase", [{ job, delayMs }]);
}
