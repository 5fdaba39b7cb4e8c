import { concurrently } from "@thaw/data/concurrently";
import { listShard, SHARDS, stopLead } from "./campaign-lead.ts";

/** Where a walk through a campaign's leads stands. */
export type Place = { shard: number; leadId: number };

const PAGE = 200;
const WIDTH = 8;

/**
 * Stops the next leads of a campaign that was stopped, those that had not ended. Safe to run twice.
 *
 * @returns where to go on; undefined when all were looked at
 */
export async function stopLeadsOf(
  key: { accountId: number; campaignId: number },
  from: Place,
): Promise<Place | undefined> {
  const leads = await listShard(
    { ...key, shard: from.shard },
    { limit: PAGE, afterLeadId: from.leadId },
  );
  const open = leads.filter(({ status }) => OPEN.has(status));
  await concurrently(open, WIDTH, ({ leadId }) =>
    stopLead({ ...key, leadId }, "campaign_stopped", 0),
  );
  const last = leads.at(-1);
  if (last && leads.length === PAGE) return { shard: from.shard, leadId: last.leadId };
  return from.shard + 1 < SHARDS ? { shard: from.shard + 1, leadId: 0 } : undefined;
}

const OPEN: ReadonlySet<string> = new Set(["STARTED", "INPROGRESS", "PAUSED"]);
