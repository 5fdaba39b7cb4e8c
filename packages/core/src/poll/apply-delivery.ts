import type { Delivery } from "@thaw/mail/message/read-delivery";
import type { CampaignSettings } from "../campaign/campaign.schema.ts";
import { requireCampaign } from "../campaign/campaign.ts";
import type { StopReason } from "../campaign-lead/campaign-lead.schema.ts";
import {
  blockLead,
  findCampaignLead,
  pauseLead,
  stopLead,
} from "../campaign-lead/campaign-lead.ts";
import { toIso } from "../clock.ts";
import type { EventKind } from "../event/event.schema.ts";
import { appendEvent, type NewEvent } from "../event/event.ts";
import { findRecipient, flagBounced } from "../lead/lead-delivery.ts";
import { subjectOf } from "../message/finish-message.ts";
import { type MessageRecord, markFirst, proveSent } from "../message/message-state.ts";
import type { CampaignSchedule } from "../schedule/schedule.schema.ts";
import { instantOfWall } from "../schedule/zone.ts";
import { suppress } from "../suppression/suppression.ts";

const DAY_MS = 86_400_000;
/** D8.6: without a date of return, people are taken to be back after a week. */
const AWAY_DAYS = 7;

export type Received = {
  /** When the mail says that it was written, ISO 8601: the same on every reading. */
  at: string;
  /** The mail's own key, so that its events are recorded once. */
  key: string;
};

/**
 * What follows from a received mail for the message that it is about. Safe to run twice: events have the mail's key and
 * every change of a lead names the status that it expects.
 */
export async function applyDelivery(
  message: MessageRecord,
  delivery: Delivery,
  received: Received,
): Promise<void> {
  await proveSent(message, message.scheduledAt);
  switch (delivery.kind) {
    case "human":
      return applyReply(message, received);
    case "out-of-office":
      return applyAway(message, delivery.returnsOn, received);
    case "bounce":
      return applyBounce(message, delivery, received);
    case "complaint":
      return applyComplaint(message, received);
    case "auto-reply":
      await record(message, "auto-replied", received);
      return;
    case "delivery-notice":
      return;
    default:
      return delivery satisfies never;
  }
}

const record = (
  message: MessageRecord,
  kind: EventKind,
  { at, key }: Received,
  extra: Partial<NewEvent> = {},
) => appendEvent({ ...subjectOf(message), ...extra, kind, at, key });

async function applyReply(message: MessageRecord, received: Received): Promise<void> {
  const campaign = await requireCampaign(message.accountId, message.campaignId);
  const isFirst = await markFirst(message, "repliedAt", received.at);
  // Rates count leads, so only the first reply to a mail is a reply in the figures.
  if (isFirst || message.repliedAt === received.at) await record(message, "replied", received);
  const settings = campaign.settings as CampaignSettings;
  if (settings.stop_on_reply) await stop(message, "reply", received);
}

/** D8.6: an out-of-office pauses until the day after the return, 00:00 in the campaign's timezone. */
async function applyAway(
  message: MessageRecord,
  returnsOn: string | undefined,
  received: Received,
): Promise<void> {
  await record(message, "auto-replied", received, { detail: "out-of-office" });
  const campaign = await requireCampaign(message.accountId, message.campaignId);
  const { timezone } = (campaign.schedule as CampaignSchedule | undefined) ?? {
    timezone: "Etc/GMT",
  };
  const resumeAt = returnsOn
    ? instantOfWall(timezone, Date.parse(returnsOn) + DAY_MS)
    : Date.parse(received.at) + AWAY_DAYS * DAY_MS;
  const lead = await findCampaignLead(message);
  if (lead) await pauseLead(message, lead, toIso(resumeAt));
}

async function applyBounce(
  message: MessageRecord,
  bounce: Extract<Delivery, { kind: "bounce" }>,
  received: Received,
): Promise<void> {
  const lead = await findRecipient(message.accountId, message.leadId);
  const named = bounce.recipients;
  // A report about somebody else says nothing about our recipient.
  if (named.length > 0 && lead && !named.includes(lead.email.toLowerCase())) return;
  const detail = [bounce.statusCode, bounce.diagnostic].filter(Boolean).join(" ");
  if (bounce.severity === "soft") {
    await record(message, "soft-bounced", received, { detail });
    return;
  }
  await markFirst(message, "bouncedAt", received.at);
  await record(message, "bounced", received, { detail });
  await flagBounced(message.accountId, message.leadId, received.at);
  await stop(message, "bounce", received);
}

async function applyComplaint(message: MessageRecord, received: Received): Promise<void> {
  const { accountId, campaignId, leadId } = message;
  await record(message, "complained", received);
  const lead = await findRecipient(accountId, leadId);
  if (lead)
    await suppress(accountId, lead.email, { source: "complaint", createdBy: 0, campaignId });
  if (await blockLead(message, 0)) await finish(message, "block_list", received);
}

async function stop(message: MessageRecord, reason: StopReason, received: Received): Promise<void> {
  if (await stopLead(message, reason, 0)) await finish(message, reason, received);
}

async function finish(message: MessageRecord, reason: string, { at }: Received): Promise<void> {
  const { accountId, campaignId, leadId } = message;
  await appendEvent({
    accountId,
    campaignId,
    leadId,
    kind: "lead-finished",
    at,
    key: `${leadId}|${reason}`,
    detail: reason,
  });
}
