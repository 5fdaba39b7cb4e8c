import { systemActor } from "../../actor.ts";
import {
  type CampaignRecord,
  requireCampaign,
  toFigures,
} from "../../campaigns/campaign/campaign-record.ts";
import { changeStatus } from "../../campaigns/campaign/campaign-status.ts";
import { reactivate } from "../../campaigns/campaign/reactivate.ts";
import { findEarliestDue, listDueByHand } from "../../campaigns/campaign-lead/due-leads.ts";
import { now } from "../../clock.ts";
import { readTotals } from "../../reporting/counter/counter.ts";
import { HORIZON_MS } from "../planner/horizon.ts";
import { wasBusy } from "./trigger-run-record.ts";

const EVER = "9999-12-31T23:59:59.999Z";

/** What the last run planned has left by then, and the figures have followed. */
const SETTLED = HORIZON_MS + 5 * 60_000;

/**
 * D4.1: ACTIVE → COMPLETED once every lead is COMPLETED, STOPPED or BLOCKED. A subsequence waits for more of them. Figures follow
 * what happens, so that they may be those of before a lead came or came back: neither its place nor what was planned for it
 * just now may say so.
 */
export async function completeWhenDone(key: {
  accountId: number;
  campaignId: number;
}): Promise<void> {
  const [counts] = await readTotals(key.accountId, [key.campaignId]);
  const { leads, finished } = toFigures(counts ?? {});
  if (leads === 0 || finished < leads) return;
  const campaign = await requireCampaign(key.accountId, key.campaignId);
  if (campaign.status !== "ACTIVE" || campaign.parentId !== undefined) return;
  if (await wasBusy(key, now() - SETTLED)) return;
  if (await hasWaiting(campaign)) return;
  const actor = systemActor(key.accountId);
  await changeStatus(actor, campaign, "COMPLETED", "all_leads_finished");
  // An operation that added a lead meanwhile has seen it ACTIVE.
  if (await hasWaiting(campaign)) await reactivate(actor, key.campaignId, "leads_waiting");
}

async function hasWaiting(campaign: CampaignRecord): Promise<boolean> {
  const { accountId, campaignId, mailboxIds, handTypes = [] } = campaign;
  const key = { accountId, campaignId };
  if (await findEarliestDue(key, mailboxIds, EVER)) return true;
  const byHand = await Promise.all(
    [...handTypes].map((type) => listDueByHand({ ...key, type }, EVER, 1)),
  );
  return byHand.flat().length > 0;
}
