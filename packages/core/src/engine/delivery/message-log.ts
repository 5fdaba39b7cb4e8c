import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { MESSAGE_STATUSES, toMessageStatus } from "../../campaigns/message/message.schema.ts";
import { findMessages } from "../../campaigns/message/message-state.ts";
import { now, toIso } from "../../clock.ts";
import { foreignCursor } from "../../cursor.ts";
import { DAY_MS } from "../../duration.ts";
import { findLeads } from "../../leads/lead/lead-record.ts";
import { isHiddenLead } from "../../leads/lead/visible-leads.ts";
import { operation } from "../../operation.ts";
import { Id, PageInput, pageOf } from "../../page.schema.ts";
import { readStoredFor } from "../../read-stored.ts";
import { EVENT_KINDS, Event } from "../../reporting/event/event.schema.ts";
import { readEvents } from "../../reporting/event/event.ts";
import { findMailboxes } from "../../senders/mailbox/mailbox-record.ts";

/** How many days without any event the log looks back over before it stops. */
const MOST_DAYS = 31;

const LogRow = v.object({
  ...Event.entries,
  /** The lead's address. */
  email: v.optional(v.string()),
  /** The address that sent it; absent once its mailbox is deleted. */
  sender: v.optional(v.string()),
  /** For what went wrong: what has become of the mail since. */
  message_status: v.optional(v.picklist(MESSAGE_STATUSES)),
  /** Nobody can know whether the failed mail left: it may be marked as sent. */
  is_outcome_unknown: v.optional(v.boolean()),
});
type LogRow = v.InferOutput<typeof LogRow>;

type Position = { day: string; cursor: string | null };

/** What a log of mails is about; an import adds hundreds of rows of its own. */
const LOGGED = EVENT_KINDS.filter((kind) => kind !== "leads-added");

/** What happened in a campaign, newest first, of all kinds or of some. The cursor holds the day that the log has come to. */
export const listMessageLog = operation({
  permission: "campaigns:read",
  input: v.object({
    campaign_id: Id,
    ...PageInput,
    kind: v.optional(v.union([v.picklist(EVENT_KINDS), v.array(v.picklist(EVENT_KINDS))])),
  }),
  output: pageOf(LogRow),
  async run(actor, { campaign_id: campaignId, limit, cursor, kind = LOGGED }) {
    const { accountId } = actor;
    const kinds = typeof kind === "string" ? [kind] : kind;
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
        { limit: limit - events.length, cursor: at.cursor, newestFirst: true, kinds },
      );
      events.push(...page.items);
      at = page.cursor ? { day: at.day, cursor: page.cursor } : dayBefore(at.day, first);
    }
    return {
      items: await withNames(actor, events),
      cursor: at ? `${at.day}|${at.cursor ?? ""}` : null,
    };
  },
});

async function withNames(actor: Actor, all: readonly Event[]): Promise<LogRow[]> {
  const { accountId, scope } = actor;
  const leadIds = new Set(all.flatMap(({ lead_id }) => lead_id ?? []));
  const mailboxIds = new Set(all.flatMap(({ mailbox_id }) => mailbox_id ?? []));
  const troubled = all.filter(({ kind }) => kind === "failed" || kind === "unknown");
  const [leads, mailboxes, messages] = await Promise.all([
    findLeads(accountId, [...leadIds]),
    findMailboxes(accountId, [...mailboxIds]),
    findMessages(troubled.flatMap(({ send_id: sendId }) => (sendId ? { accountId, sendId } : []))),
  ]);
  const senders = new Map(mailboxes.map(({ mailboxId, email }) => [mailboxId, email]));
  const events = all.filter(({ lead_id = 0 }) => !isHiddenLead(scope, leads.get(lead_id)));
  return events.map((event) => {
    const email = leads.get(event.lead_id ?? 0)?.email;
    const sender = senders.get(event.mailbox_id ?? 0);
    const state = troubled.includes(event) ? messages.get(event.send_id ?? "")?.status : undefined;
    return {
      ...event,
      // Details of other kinds are words of their own: a link, a status.
      ...(event.kind === "failed" ? readStoredFor(actor, "detail", event.detail) : {}),
      ...(email ? { email } : {}),
      ...(sender ? { sender } : {}),
      ...(state ? { message_status: toMessageStatus(state) } : {}),
      ...(state === "UNKNOWN" ? { is_outcome_unknown: true } : {}),
    };
  });
}

function dayBefore(day: string, first: string): Position | undefined {
  const before = toIso(Date.parse(day) - DAY_MS).slice(0, 10);
  return before < first ? undefined : { day: before, cursor: null };
}

/** @throws AppError invalid */
function readCursor(cursor: string | null | undefined): Position | undefined {
  if (!cursor) return undefined;
  const [day = "", inner] = cursor.split("|");
  if (!CURSOR_DAY.test(day) || Number.isNaN(Date.parse(day))) throw foreignCursor();
  return { day, cursor: inner || null };
}

const CURSOR_DAY = /^\d{4}-\d\d-\d\d$/;
