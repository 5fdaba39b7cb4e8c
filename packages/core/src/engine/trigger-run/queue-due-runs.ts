import { listDueCampaigns } from "../../campaigns/campaign/campaign-run.ts";
import { RUN_SHARDS } from "../../campaigns/campaign/campaign-status.ts";
import { now, toIso } from "../../clock.ts";
import { enqueue } from "../../queue.ts";

/** A tick takes so many campaigns of a shard; the rest stays due for the next minute. */
const MOST_A_TICK = 2_500;

/** Queues a plan job for every campaign whose trigger run is due. A job too many is refused by the run's claim. */
export async function queueDueRuns(): Promise<void> {
  const until = toIso(now());
  await Promise.all(
    Array.from({ length: RUN_SHARDS }, async (_, shard) => {
      for await (const page of listDueCampaigns(shard, until, MOST_A_TICK)) {
        await enqueue(
          "plan",
          page.map((campaign) => ({ job: { kind: "run", ...campaign } })),
        );
      }
    }),
  );
}
