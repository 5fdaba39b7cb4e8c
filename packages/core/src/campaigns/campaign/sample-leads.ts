import { now, toIso } from "../../clock.ts";
import { listShard, SHARDS } from "../campaign-lead/campaign-lead.ts";
import { listDueFirst } from "../campaign-lead/due-leads.ts";
import type { CampaignRecord } from "./campaign-record.ts";

/** Custom fields are learnt from the leads that come first. */
const SAMPLE = 25;

/** Some leads of the campaign (of a subsequence its parent's): those that wait for the first step, else any. */
export async function sampleLeadIds(campaign: CampaignRecord): Promise<number[]> {
  const { accountId, campaignId, parentId = campaignId } = campaign;
  const key = { accountId, campaignId: parentId };
  const waiting = await listDueFirst(key, toIso(now()), SAMPLE);
  if (waiting.length > 0) return waiting.map(({ leadId }) => leadId);
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      listShard({ ...key, shard }, { limit: SAMPLE / 5, afterLeadId: 0 }),
    ),
  );
  return shards.flat().map(({ leadId }) => leadId);
}
