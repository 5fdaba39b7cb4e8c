import * as v from "valibot";
import { requireCampaign } from "../campaign/campaign.ts";
import { now, toIso } from "../clock.ts";
import { Event } from "../event/event.schema.ts";
import { readEvents } from "../event/event.ts";
import { findLeads } from "../lead/lead-record.ts";
import { operation } from "../operation.ts";
import { Id, PageInput, pageOf } from "../page.schema.ts";

const DAY_MS = 86_400_000;
/** How many days without any event the log looks back over before it stops. */
const MOST_DAYS = 31;

const LogRow = v.object({ ...Event.entries, email: v.optional(v.string()) });

type Position = { day: string; cursor: string | null };

/** What happened in a campaign, newest first. The cursor holds the day that the log has come to. */
export const listMessageLog = operation({
  permission: "campaigns:read",
  input: v.object({ campaign_id: Id, ...PageInput }),
  output: pageOf(LogRow),
  async run({ accountId }, { campaign_id: campaignId, limit, cursor }) {
    const campaign = await requireCampaign(accountId, campaignId);
    const first = campaign.createdAt.slice(0, 10);
    let at: Position | undefined = readCursor(cursor) ?? {
      day: toIso(now()).slice(0, 10),
      cursor: null,
    };
    const events: Event[] = [];
    for (let days = 0; at && events.length < limit && days < MOST_DAYS; days++) {
      const page = await readEvents(
        { accountId, campaignId, day: at.day },
        { limit: limit - events.length, cursor: at.cursor, newestFirst: true },
      );
      events.push(...page.items);
      at = page.cursor ? { day: at.day, cursor: page.cursor } : dayBefore(at.day, first);
    }
    const leads = await findLeads(accountId, [
      ...new Set(events.flatMap(({ lead_id }) => lead_id ?? [])),
    ]);
    return {
      items: events.map((event) => {
        const email = event.lead_id === undefined ? undefined : leads.get(event.lead_id)?.email;
        return email ? { ...event, email } : event;
      }),
      cursor: at ? `${at.day}|${at.cursor ?? ""}` : null,
    };
  },
});

function dayBefore(day: string, first: string): Position | undefined {
  const before = toIso(Date.parse(day) - DAY_MS).slice(0, 10);
  return before < first ? undefined : { day: before, cursor: null };
}

function readCursor(cursor: string | null | undefined): Position | undefined {
  const [day, inner] = cursor?.split("|") ?? [];
  if (!day || Number.isNaN(Date.parse(day))) return undefined;
  return { day, cursor: inner || null };
}
