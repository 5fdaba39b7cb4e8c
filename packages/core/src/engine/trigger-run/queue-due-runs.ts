import { findStopOfAll } from "../../accounts/sending-stop/sending-stop-record.ts";
import { listDueCampaigns } from "../../campaigns/campaign/campaign-run.ts";
import { RUN_SHARDS } from "../../campaigns/campaign/campaign-status.ts";
import { now, toIso } from "../../clock.ts";
import { log } from "../../log.ts";
import { enqueue } from "../../queue.ts";

/** A tick takes so many campaigns of a shard; the rest stays due for the next minute. */
const MOST_A_TICK = 500;

/**
 * Queues a plan job for every campaign whose trigger run is due. A job too many is refused by the run's claim. While the operator
 * has stopped all sending the runs stay due.
 */
export async function queueDueRuns(): Promise<void> {
  const stop = await findStopOfAll();
  if (stop) {
    log.warn("All sending is stopped", { since: stop.at, who: stop.who, why: stop.reason });
    return;
  }
  const until = toIso(now());
  await Promise.all(
    Array.from({ length: RUN_SHARDS }, async (_, shard) => {
      const due = await listDueCampaigns(shard, until, MOST_A_TICK);
      await enqueue(
        "plan",
        due.map((campaign) => ({ job: { kind: "run", ...campaign } })),
      );
    }),
  );
}
