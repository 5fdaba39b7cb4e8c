import { visibleCampaigns } from "../../campaigns/campaign/visible-campaigns.ts";
import type { EventKind } from "../../reporting/event/event.schema.ts";
import type { EventImage } from "../../reporting/event/event-image.ts";
import { pushToAccount } from "./push.ts";

type News = { accountId: number; campaignId: number; kinds: Set<EventKind> };

/** Notifies open screens of campaigns with new events: one message a campaign, however many events. Safe to run twice. */
export async function publishEvents(
  events: readonly Pick<EventImage, "accountId" | "campaignId" | "kind">[],
): Promise<void> {
  const news = new Map<string, News>();
  for (const { accountId, campaignId, kind } of events) {
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
      const visible = await visibleCampaigns(accountId, scope, [campaignId]);
      return visible.has(campaignId) ? message : undefined;
    });
  }
}
