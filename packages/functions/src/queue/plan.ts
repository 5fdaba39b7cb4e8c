import { accountTimezone } from "@thaw/core/accounts/account/account";
import { requireAnyCampaign } from "@thaw/core/campaigns/campaign/campaign-record";
import { reopenFinished } from "@thaw/core/campaigns/campaign/reactivate";
import { stopLeadsOf } from "@thaw/core/campaigns/campaign-lead/stop-leads";
import { moveLeads } from "@thaw/core/campaigns/sequence/sequence-move";
import { requeueOrphaned } from "@thaw/core/engine/trigger-run/requeue-orphaned";
import { runTrigger } from "@thaw/core/engine/trigger-run/run-trigger";
import { awaitCompleted } from "@thaw/core/inbox/subsequence-trigger/await-completed";
import { settleEntry } from "@thaw/core/inbox/subsequence-trigger/subsequence-wait";
import { enqueue } from "@thaw/core/queue";
import type { Jobs } from "@thaw/core/queue.schema";
import type { WalkPosition } from "@thaw/core/walk.schema";
import { consumeKinds } from "./consume.ts";

/** What a campaign's leads wait for: its runs, and walks through all of them when the campaign itself changed. */
export const handler = consumeKinds("plan", {
  run: async ({ accountId, campaignId }) =>
    runTrigger({ accountId, campaignId }, await accountTimezone(accountId)),
  enter: settleEntry,
  stop: (job) => lookAtPage(job, stopPage),
  reopen: (job) => lookAtPage(job, reopenFinished),
  adopt: (job) => lookAtPage(job, (key) => moveLeads(key, job)),
  await: (job) => lookAtPage(job, awaitCompleted),
  seek: (job) => lookAtPage(job, requeueOrphaned),
});

type Key = { accountId: number; campaignId: number };
type Walk = Extract<Jobs["plan"], { from: WalkPosition }>;

/** A page a message: the rest is the next message's. */
async function lookAtPage(
  job: Walk,
  look: (key: Key, from: WalkPosition) => Promise<WalkPosition | undefined>,
): Promise<void> {
  const { accountId, campaignId } = job;
  const from = await look({ accountId, campaignId }, job.from);
  if (from) await enqueue("plan", [{ job: { ...job, from } }]);
}

async function stopPage(key: Key, from: WalkPosition): Promise<WalkPosition | undefined> {
  const { status } = await requireAnyCampaign(key.accountId, key.campaignId);
  return status === "STOPPED" || status === "ARCHIVED" ? stopLeadsOf(key, from) : undefined;
}
