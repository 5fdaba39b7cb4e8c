import { type CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import {
  countMostSteps,
  eraseCampaign,
  findAnyCampaign,
} from "../../campaigns/campaign/erase-campaign.ts";
import { dropEntries, erasePlaces } from "../../campaigns/campaign-lead/erase-places.ts";
import { entryKey } from "../../campaigns/campaign-lead/move-to-subsequence.ts";
import { dropMails, dropMailsTo } from "../../campaigns/message/erase-messages.ts";
import { eraseCategorised } from "../../campaigns/restricted-metric/erase-categorised.ts";
import { eraseVariants } from "../../campaigns/variant/erase-variants.ts";
import { now, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { eraseForecast } from "../../engine/forecast/erase-forecast.ts";
import { eraseRuns } from "../../engine/trigger-run/erase-runs.ts";
import { dropWaits } from "../../inbox/subsequence-trigger/drop-waits.ts";
import { eraseCounters } from "../../reporting/counter/erase-counters.ts";
import { eraseEvents } from "../../reporting/event/erase-events.ts";

/**
 * Forgets an account's campaigns and subsequences, each with its leads' places, mails and events, and itself last: whoever
 * begins again finds by it what is left.
 */
export async function* eraseCampaigns(accountId: number): AsyncGenerator<number> {
  for (;;) {
    const campaign = await findAnyCampaign(accountId);
    if (!campaign) return;
    yield* eraseAll(campaign);
  }
}

async function* eraseAll(campaign: CampaignRecord): AsyncGenerator<number> {
  const { accountId, campaignId, createdAt, subsequenceIds = [] } = campaign;
  const key = { accountId, campaignId };
  const steps = await countMostSteps(key);
  yield* erasePlaces(key, async (leadIds) => [
    ...(await dropMailsTo(key, leadIds, steps)),
    ...dropEntries(key, leadIds),
    ...dropWaits(accountId, subsequenceIds, leadIds),
  ]);
  // Of leads that were taken out of the campaign, events alone still know.
  const days = { from: createdAt, to: toIso(now() + DAY_MS) };
  yield* eraseEvents(key, days, async (events) => {
    const sendIds = events.flatMap(({ sendId }) => sendId ?? []);
    const entered = events.flatMap(({ key: own, leadId }) =>
      leadId !== undefined && own === entryKey(leadId) ? [leadId] : [],
    );
    return [...(await dropMails(accountId, sendIds)), ...dropEntries(key, entered)];
  });
  yield* eraseCounters(accountId, campaignId);
  yield* eraseRuns(key);
  yield* eraseCategorised(key);
  yield* eraseVariants(key);
  yield* eraseForecast(key);
  yield* eraseCampaign(key);
}
