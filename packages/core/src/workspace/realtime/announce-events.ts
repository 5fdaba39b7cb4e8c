import * as v from "valibot";
import { reachedCampaigns } from "../../campaigns/campaign/reach-campaigns.ts";
import { EVENT_KINDS, type EventKind } from "../../reporting/event/event.schema.ts";
import { pushToAccount } from "./push.ts";

const EventImage = v.object({
  __edb_e__: v.literal("event"),
  accountId: v.number(),
  campaignId: v.number(),
  kind: v.picklist(EVENT_KINDS),
});

type News = { accountId: number; campaignId: number; kinds: Set<EventKind> };

/**
 * Tells open screens which campaigns have new events among new records of the table, given as plain objects: one message a
 * campaign, however many events. Telling again does no harm.
 */
export async function announceEvents(records: readonly Record<string, unknown>[]): Promise<void> {
  const news = new Map<string, News>();
  for (const record of records) {
    const parsed = v.safeParse(EventImage, record);
    if (!parsed.success) continue;
    const { accountId, campaignId, kind } = parsed.output;
    const key = `${accountId}|${campaignId}`;
    const known = news.get(key) ?? { accountId, campaignId, kinds: new Set() };
    news.set(key, { ...known, kinds: known.kinds.add(kind) });
  }
  for (const { accountId, campaignId, kinds } of news.values()) {
    const message = {
      type: "campaign-events" as const,
      campaign_id: campaignId,
      kinds: [...kinds].sort((one, other) => one.localeCompare(other)),
    };
    await pushToAccount(accountId, message, async (scope) => {
      const reached = await reachedCampaigns(accountId, scope, [campaignId]);
      return reached.has(campaignId) ? message : undefined;
    });
  }
}
