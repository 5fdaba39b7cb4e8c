import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { dropCampaign, findAnyCampaign } from "../../campaigns/campaign/erase-campaign.ts";
import { dropEntries, eraseEnrolments } from "../../campaigns/campaign-lead/erase-enrolments.ts";
import { entryKey } from "../../campaigns/campaign-lead/move-to-subsequence.ts";
import { dropMails, dropMailsTo } from "../../campaigns/message/erase-messages.ts";
import { countMostSteps } from "../../campaigns/sequence/sequence-record.ts";
import { now, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { dropWaits } from "../../inbox/subsequence-trigger/drop-waits.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { eraseEvents } from "../../reporting/event/erase-events.ts";
import { CAMPAIGN_ERASURES } from "./of-campaign.ts";

/**
 * Deletes an account's campaigns and subsequences, each with its enrolments, emails and events, and itself last: a repeat
 * finds by it what is left.
 */
export const campaignErasure = erasedWithAccount(["campaigns"], {
  entities: ["campaign", "campaignLead", "event", "message", "subsequenceWait"],
  async *erase(accountId) {
    for (;;) {
      const campaign = await findAnyCampaign(accountId);
      if (!campaign) return;
      yield* eraseAll(campaign);
    }
  },
});

async function* eraseAll(campaign: CampaignRecord): AsyncGenerator<number> {
  const { accountId, campaignId, createdAt, subsequenceIds = [] } = campaign;
  const key = { accountId, campaignId };
  const steps = await countMostSteps(key);
  yield* eraseEnrolments(key, async (leadIds) => [
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
  for (const { erase } of CAMPAIGN_ERASURES) yield* erase(key);
  yield* dropCampaign(key);
}
