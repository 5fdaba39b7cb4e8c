import type { CampaignRecord } from "../campaign/campaign.ts";
import { countMostSteps, eraseCampaign, findAnyCampaign } from "../campaign/erase-campaign.ts";
import { dropEntries, erasePlaces } from "../campaign-lead/erase-places.ts";
import { entryKey } from "../campaign-lead/move-to-subsequence.ts";
import { now, toIso } from "../clock.ts";
import { eraseCounters } from "../counter/erase-counters.ts";
import { eraseEvents } from "../event/erase-events.ts";
import { eraseForecast } from "../forecast/erase-forecast.ts";
import { eraseCategorised } from "../hidden-figures/erase-categorised.ts";
import { dropMails, dropMailsTo } from "../message/erase-messages.ts";
import { DAY_MS } from "../plan/plan-state.ts";
import { dropWaits } from "../subsequence/drop-waits.ts";
import { eraseRuns } from "../trigger-run/erase-runs.ts";
import { eraseVariants } from "../variant/erase-variants.ts";

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
