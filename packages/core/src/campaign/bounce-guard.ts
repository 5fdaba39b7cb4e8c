import { systemActor } from "../actor.ts";
import { readTotals } from "../counter/counter.ts";
import { AppError } from "../error.ts";
import type { CampaignSettings } from "./campaign.schema.ts";
import { requireAnyCampaign, toFigures } from "./campaign.ts";
import { changeStatus } from "./campaign-status.ts";

const FROM_SENT = 100;
const MOST_BOUNCED = 0.05;

/**
 * Called after a hard bounce: pauses a campaign that has more than 5 % of them after at least 100 sends (D4.3), unless its
 * owner switched that off. Figures follow the events by a moment, so it is the next bounce that pauses at the latest.
 */
export async function guardBounces({
  accountId,
  campaignId,
}: {
  accountId: number;
  campaignId: number;
}): Promise<void> {
  const campaign = await requireAnyCampaign(accountId, campaignId);
  const { bounce_guard } = campaign.settings as CampaignSettings;
  if (campaign.status !== "ACTIVE" || !bounce_guard) return;
  const [counts] = await readTotals(accountId, [campaignId]);
  const { sent, bounced } = toFigures(counts ?? {});
  if (sent < FROM_SENT || bounced / sent <= MOST_BOUNCED) return;
  try {
    await changeStatus(systemActor(accountId), campaign, "PAUSED", "bounce_guard");
  } catch (error) {
    // Somebody changed the campaign at this moment: the next bounce looks again.
    if (!(error instanceof AppError)) throw error;
  }
}
