import { concurrently } from "@thaw/data/concurrently";
import { systemActor } from "../actor.ts";
import { type CampaignRecord, requireCampaign, toFigures } from "../campaign/campaign.ts";
import { changeStatus } from "../campaign/campaign-status.ts";
import { reactivate } from "../campaign/reactivate.ts";
import { listDueFirst, listDueFollowUps } from "../campaign-lead/due-leads.ts";
import { readTotals } from "../counter/counter.ts";

const WIDTH = 32;
const EVER = "9999-12-31T23:59:59.999Z";

/** D4.1: ACTIVE → COMPLETED once every lead is COMPLETED, STOPPED or BLOCKED. A subsequence waits for more of them. */
export async function completeWhenDone(key: {
  accountId: number;
  campaignId: number;
}): Promise<void> {
  const [counts] = await readTotals(key.accountId, [key.campaignId]);
  const { leads, finished } = toFigures(counts ?? {});
  if (leads === 0 || finished < leads) return;
  const campaign = await requireCampaign(key.accountId, key.campaignId);
  if (campaign.status !== "ACTIVE" || campaign.parentId !== undefined) return;
  // Figures follow what happens: whoever was let back in a moment ago waits, and is not counted yet.
  if (await hasWaiting(campaign)) return;
  const actor = systemActor(key.accountId);
  await changeStatus(actor, campaign, "COMPLETED", "all_leads_finished");
  // Whoever let somebody in meanwhile has seen it ACTIVE.
  if (await hasWaiting(campaign)) await reactivate(actor, key.campaignId, "leads_added");
}

async function hasWaiting({ accountId, campaignId, mailboxIds }: CampaignRecord): Promise<boolean> {
  const key = { accountId, campaignId };
  if ((await listDueFirst(key, EVER, 1)).length > 0) return true;
  const waiting = await concurrently([...mailboxIds], WIDTH, (mailboxId) =>
    listDueFollowUps({ ...key, mailboxId }, EVER, 1),
  );
  return waiting.flat().length > 0;
}
