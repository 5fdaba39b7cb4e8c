import { accountTimezone } from "@thaw/core/accounts/account/account";
import { requireAnyCampaign } from "@thaw/core/campaigns/campaign/campaign-record";
import { reopenFinished } from "@thaw/core/campaigns/campaign/reactivate";
import { type Place, stopLeadsOf } from "@thaw/core/campaigns/campaign-lead/stop-leads";
import { moveLeads } from "@thaw/core/campaigns/sequence/sequence-move";
import { runTrigger } from "@thaw/core/engine/trigger-run/run-trigger";
import { seekLost } from "@thaw/core/engine/trigger-run/seek-lost";
import { awaitCompleted } from "@thaw/core/inbox/subsequence-trigger/await-completed";
import { settleEntry } from "@thaw/core/inbox/subsequence-trigger/subsequence-wait";
import { enqueue } from "@thaw/core/queue";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const At = v.object({ shard: v.number(), leadId: v.number() });
const PlanJob = v.object({
  accountId: v.number(),
  campaignId: v.number(),
  stopFrom: v.optional(At),
  reopenFrom: v.optional(At),
  adopts: v.optional(
    v.object({
      version: v.number(),
      beforeStep: v.optional(v.number()),
      actorId: v.number(),
      from: At,
    }),
  ),
  enters: v.optional(v.number()),
  awaitsFrom: v.optional(At),
  seeksFrom: v.optional(At),
});
type PlanJob = v.InferOutput<typeof PlanJob>;

/**
 * Plans what an ACTIVE campaign sends next; of a STOPPED one it stops the leads, and those of a COMPLETED one it lets go on
 * with a further step or move to another version, a page a message. Into a subsequence it lets a lead that has waited long
 * enough; when one starts, it looks for leads that wait from now on. Once a day it looks for leads whose mails are lost.
 */
export const handler: SQSHandler = (event) =>
  consumeEach(event, async (record) => {
    const job = readJob(PlanJob, record);
    if (job.stopFrom) return stopPage(job, job.stopFrom);
    if (job.reopenFrom) return reopenPage(job, job.reopenFrom);
    if (job.adopts) return adoptPage(job, job.adopts);
    if (job.enters !== undefined) return settleEntry({ ...job, leadId: job.enters });
    if (job.awaitsFrom) return awaitPage(job, job.awaitsFrom);
    if (job.seeksFrom) return seekPage(job, job.seeksFrom);
    await runTrigger(job, await accountTimezone(job.accountId));
  });

async function stopPage({ accountId, campaignId }: PlanJob, stopFrom: Place): Promise<void> {
  const { status } = await requireAnyCampaign(accountId, campaignId);
  if (status !== "STOPPED" && status !== "ARCHIVED") return;
  const next = await stopLeadsOf({ accountId, campaignId }, stopFrom);
  if (next) await enqueue("plan", [{ job: { accountId, campaignId, stopFrom: next } }]);
}

async function reopenPage({ accountId, campaignId }: PlanJob, from: Place): Promise<void> {
  const next = await reopenFinished({ accountId, campaignId }, from);
  if (next) await enqueue("plan", [{ job: { accountId, campaignId, reopenFrom: next } }]);
}

async function adoptPage(
  { accountId, campaignId }: PlanJob,
  adopts: NonNullable<PlanJob["adopts"]>,
): Promise<void> {
  const from = await moveLeads({ accountId, campaignId }, adopts);
  if (!from) return;
  await enqueue("plan", [{ job: { accountId, campaignId, adopts: { ...adopts, from } } }]);
}

async function awaitPage({ accountId, campaignId }: PlanJob, from: Place): Promise<void> {
  const next = await awaitCompleted({ accountId, campaignId }, from);
  if (next) await enqueue("plan", [{ job: { accountId, campaignId, awaitsFrom: next } }]);
}

async function seekPage({ accountId, campaignId }: PlanJob, from: Place): Promise<void> {
  const next = await seekLost({ accountId, campaignId }, from);
  if (next) await enqueue("plan", [{ job: { accountId, campaignId, seeksFrom: next } }]);
}
