import { concurrently } from "@thaw/data/concurrently";
import { findCampaigns } from "../../campaigns/campaign/campaign-record.ts";
import { listShard } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { positionAfter } from "../../campaigns/campaign-lead/stop-leads.ts";
import type { Condition } from "../../campaigns/subsequence/condition.schema.ts";
import { now, toEpochMs, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import type { WalkPosition } from "../../walk.schema.ts";
import { awaitEntry } from "./subsequence-wait.ts";

const PAGE = 200;
const WIDTH = 8;

/**
 * A subsequence that asks for days after the last mail was started: the next leads that had COMPLETED its parent before
 * that wait too, unless their days were over already. Safe to run twice.
 *
 * @returns where to go on; undefined when there is nothing more
 */
export async function awaitCompleted(
  { accountId, campaignId }: { accountId: number; campaignId: number },
  from: WalkPosition,
): Promise<WalkPosition | undefined> {
  const [own] = await findCampaigns(accountId, [campaignId]);
  const condition = own?.condition as Condition | undefined;
  if (own?.parentId === undefined || own.status !== "ACTIVE") return undefined;
  if (condition?.kind !== "re_engagement") return undefined;
  const leads = await listShard(
    { accountId, campaignId: own.parentId, shard: from.shard },
    { limit: PAGE, afterLeadId: from.leadId },
  );
  await concurrently(leads, WIDTH, async ({ leadId, status, lastSentAt }) => {
    if (status !== "COMPLETED" || !lastSentAt) return;
    const dueAt = toEpochMs(lastSentAt) + condition.days * DAY_MS;
    if (dueAt >= now()) await awaitEntry({ accountId, campaignId, leadId }, toIso(dueAt));
  });
  return positionAfter(from, leads, PAGE);
}
