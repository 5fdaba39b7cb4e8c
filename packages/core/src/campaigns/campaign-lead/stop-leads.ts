import { concurrently } from "@thaw/data/concurrently";
import type { WalkPosition } from "../../walk.schema.ts";
import { listShard, SHARDS, stopLead } from "./campaign-lead.ts";

const PAGE = 200;
const WIDTH = 8;

/**
 * Stops the next leads of a campaign that was stopped, those that had not ended. Safe to run twice.
 *
 * @returns where to go on; undefined when all were looked at
 */
export async function stopLeadsOf(
  key: { accountId: number; campaignId: number },
  from: WalkPosition,
): Promise<WalkPosition | undefined> {
  const leads = await listShard(
    { ...key, shard: from.shard },
    { limit: PAGE, afterLeadId: from.leadId },
  );
  const open = leads.filter(({ status }) => OPEN.has(status));
  await concurrently(open, WIDTH, ({ leadId }) =>
    stopLead({ ...key, leadId }, "campaign_stopped", 0),
  );
  return positionAfter(from, leads, PAGE);
}

/** Where a walk goes on after a page of at most `size` leads; undefined at its end. */
export function positionAfter(
  { shard }: WalkPosition,
  leads: readonly { leadId: number }[],
  size: number,
): WalkPosition | undefined {
  const last = leads.at(-1);
  if (last && leads.length === size) return { shard, leadId: last.leadId };
  return shard + 1 < SHARDS ? { shard: shard + 1, leadId: 0 } : undefined;
}

const OPEN: ReadonlySet<string> = new Set(["STARTED", "INPROGRESS", "PAUSED"]);
