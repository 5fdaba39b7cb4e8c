import * as v from "valibot";
import { systemActor } from "../actor.ts";
import { readTotals } from "../counter/counter.ts";
import { AppError } from "../error.ts";
import type { CampaignSettings } from "./campaign.schema.ts";
import { findCampaigns, toFigures } from "./campaign.ts";
import { changeStatus } from "./campaign-status.ts";

const FROM_SENT = 100;
const MOST_BOUNCED = 0.05;

const Bounce = v.object({
  __edb_e__: v.literal("event"),
  kind: v.literal("bounced"),
  accountId: v.number(),
  campaignId: v.number(),
});
type Key = { accountId: number; campaignId: number };

/**
 * Pauses campaigns that have more than 5 % of hard bounces after at least 100 sends (D4.3), unless their owners switched that
 * off. Told by new records of the table, given as plain objects, once the figures know of them: so no bounce is the one that
 * was not counted yet. Safe to run twice.
 */
export async function guardBounces(records: readonly Record<string, unknown>[]): Promise<void> {
  const campaigns = new Map<string, Key>();
  for (const record of records) {
    const { success, output } = v.safeParse(Bounce, record);
    if (success) campaigns.set(`${output.accountId}|${output.campaignId}`, output);
  }
  for (const key of campaigns.values()) await guard(key);
}

async function guard({ accountId, campaignId }: Key): Promise<void> {
  const [campaign] = await findCampaigns(accountId, [campaignId]);
  if (campaign?.status !== "ACTIVE") return;
  if (!(campaign.settings as CampaignSettings).bounce_guard) return;
  const [counts] = await readTotals(accountId, [campaignId], { consistent: true });
  const { sent, bounced } = toFigures(counts ?? {});
  if (sent < FROM_SENT || bounced / sent <= MOST_BOUNCED) return;
  try {
    await changeStatus(systemActor(accountId), campaign, "PAUSED", "bounce_guard");
  } catch (error) {
    if (!(error instanceof AppError && error.code === "conflict")) throw error;
    // Somebody changed the campaign at this moment: look again.
    await guard({ accountId, campaignId });
  }
}
