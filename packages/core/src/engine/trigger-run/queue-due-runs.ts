import { findStopOfAll } from "../../accounts/sending-stop/sending-stop-record.ts";
import { listDueCampaigns } from "../../campaigns/campaign/campaign-run.ts";
import { RUN_SHARDS } from "../../campaigns/campaign/campaign-status.ts";
import { now, realSeconds, toEpochMs, toIso } from "../../clock.ts";
import { measure } from "../../kernel/mail-flow/mail-flow.ts";
import { log } from "../../log.ts";
import { enqueue } from "../../queue.ts";

/** A tick takes so many campaigns of a shard; the rest stays due for the next minute. */
const MOST_A_TICK = 2_500;

/**
 * Queues a plan job for every campaign whose trigger run is due. A job too many is refused by the run's claim. While the operator
 * has stopped all sending the runs stay due.
 */
export async function queueDueRuns(): Promise<void> {
  const at = now();
  const stop = await findStopOfAll();
  // Of a stage that is stopped too: that nothing leaves must not be forgotten.
  const shards = await Promise.all(
    Array.from({ length: RUN_SHARDS }, (_, shard) =>
      listDueCampaigns(shard, toIso(at), stop ? 1 : MOST_A_TICK),
    ),
  );
  const oldest = Math.min(
    at,
    ...shards.flatMap(([first]) => (first ? toEpochMs(first.dueAt) : [])),
  );
  measure("OldestDueSeconds", realSeconds(at - oldest));
  if (stop) {
    log.warn("All sending is stopped", { since: stop.at, who: stop.who, why: stop.reason });
    return;
  }
  await Promise.all(
    shards.map((due) =>
      enqueue(
        "plan",
        due.map(({ accountId, campaignId }) => ({ job: { kind: "run", accountId, campaignId } })),
      ),
    ),
  );
}
