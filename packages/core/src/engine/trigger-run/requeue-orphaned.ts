import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { recordSearch } from "../../campaigns/campaign/campaign-run.ts";
import { listShard } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { positionAfter } from "../../campaigns/campaign-lead/stop-leads.ts";
import type { PlannedMail } from "../../campaigns/campaign-lead/waiting.ts";
import { now, toIso } from "../../clock.ts";
import { DAY_MS, HOUR_MS } from "../../duration.ts";
import type { EpochMs } from "../../instant.schema.ts";
import { enqueue } from "../../queue.ts";
import { readSendersOften } from "../../senders/mailbox/read-often.ts";
import { WALK_START, type WalkPosition } from "../../walk.schema.ts";

const EVERY = DAY_MS;
/** The worker that had the mail has had it planned anew by then, or knows what became of it. */
const LOST_AFTER = 25 * HOUR_MS;
const PAGE = 500;

/**
 * What a campaign that runs needs once a day: its leads are looked at, since one may wait for a mail whose job is lost, and its
 * mailboxes stay read often. At the end of a run.
 */
export async function doDaily(campaign: CampaignRecord, at: EpochMs): Promise<void> {
  const { accountId, campaignId, startedAt = "", soughtAt = startedAt } = campaign;
  if (at - Date.parse(soughtAt) < EVERY) return;
  const job = { kind: "seek", accountId, campaignId, from: WALK_START } as const;
  await enqueue("plan", [{ job }]);
  await readSendersOften(accountId, campaign.mailboxIds);
  await recordSearch(campaign, toIso(at));
}

/**
 * Queues mails of the next leads once more that should have left a day ago. A planned lead is in no index, so that only its
 * job lets it go on, and that may be gone: out of dead letters which nobody gave back in time, or because the table is that of
 * a backup. Safe to run twice: a job too many does nothing.
 *
 * @returns where to go on; undefined when all were looked at
 */
export async function requeueOrphaned(
  key: { accountId: number; campaignId: number },
  from: WalkPosition,
): Promise<WalkPosition | undefined> {
  const leads = await listShard(
    { ...key, shard: from.shard },
    { limit: PAGE, afterLeadId: from.leadId },
  );
  const until = toIso(now() - LOST_AFTER);
  const orphaned = leads.filter(
    ({ scheduledAt }) => scheduledAt !== undefined && scheduledAt < until,
  );
  await enqueue(
    "send",
    orphaned.map(({ leadId, ...lead }) => {
      const plan = lead.planned as PlannedMail;
      return { job: { ...key, leadId, step: plan.step, plan, isBegun: true } };
    }),
  );
  return positionAfter(from, leads, PAGE);
}
