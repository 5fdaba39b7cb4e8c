import type { Delivery } from "@thaw/mail/message/read-delivery";
import { guardBounces } from "../campaign/bounce-guard.ts";
import type { CampaignSettings } from "../campaign/campaign.schema.ts";
import { requireCampaign } from "../campaign/campaign.ts";
import { findCampaignLead, pauseLead, stopLead } from "../campaign-lead/campaign-lead.ts";
import { OUT_OF_OFFICE } from "../category/category.schema.ts";
import { toIso } from "../clock.ts";
import type { EventKind } from "../event/event.schema.ts";
import { appendEvent, type NewEvent } from "../event/event.ts";
import { categoriseFirst, findRecipient, flagBounced } from "../lead/lead-delivery.ts";
import { subjectOf } from "../message/finish-message.ts";
import { recordFirst, takeAsSent } from "../message/message-proof.ts";
import { findMessages, type MessageRecord } from "../message/message-state.ts";
import { sendIdOf } from "../message/send-id.ts";
import type { CampaignSchedule } from "../schedule/schedule.schema.ts";
import { instantOfWall } from "../schedule/zone.ts";
import { optOut } from "../suppression/suppression.ts";

const DAY_MS = 86_400_000;
/** D8.6: without a date of return, people are taken to be back after a week. */
const AWAY_DAYS = 7;
/** So many mails of a campaign that came back for now are a bounce in it (D8.5). */
const SOFT_BOUNCES = 3;
/** The receiver did not want it twice: a third time will not help. */
const POLICY_BOUNCES = 2;

export type Received = {
  /** When the mail says that it was written, ISO 8601: the same on every reading. */
  at: string;
  /** The mail's own key, so that its events are recorded once. */
  key: string;
};

type Bounce = Extract<Delivery, { kind: "bounce" }>;

/**
 * What follows from a received mail for the message that it is about. Safe to run twice: events have the mail's key and
 * every change of a lead names the status that it expects.
 *
 * @returns false when the mail says nothing about the message: a report about another address
 */
export async function applyDelivery(
  message: MessageRecord,
  delivery: Delivery,
  received: Received,
): Promise<boolean> {
  if (delivery.kind === "bounce" && !(await isAbout(message, delivery))) return false;
  const sent = await takeAsSent(message);
  switch (delivery.kind) {
    case "human":
      await applyReply(sent, received);
      break;
    case "out-of-office":
      await applyAway(sent, delivery.returnsOn, received);
      break;
    case "bounce":
      await (delivery.severity === "soft"
        ? applySoftBounce(sent, delivery, received)
        : applyHardBounce(sent, delivery, received));
      break;
    case "complaint":
      await applyComplaint(sent, received);
      break;
    case "auto-reply":
      await record(sent, "auto-replied", received);
      break;
    case "delivery-notice":
      break;
    default:
      delivery satisfies never;
  }
  return true;
}

const record = (
  message: MessageRecord,
  kind: EventKind,
  { at, key }: Received,
  extra: Partial<NewEvent> = {},
) => appendEvent({ ...subjectOf(message), ...extra, kind, at, key });

/** Rates count leads, so only the first reply to a mail is a reply in the figures. */
async function applyReply(message: MessageRecord, { at }: Received): Promise<void> {
  const campaign = await requireCampaign(message.accountId, message.campaignId);
  const settings = campaign.settings as CampaignSettings;
  // The lead stops before the reply is noted: a poll that dies in between reads the mail again.
  if (settings.stop_on_reply) await stopLead(message, "reply", 0);
  await recordFirst(message, "repliedAt", { kind: "replied", at });
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
  await categoriseFirst(message, OUT_OF_OFFICE);
}

/** A report about somebody else says nothing about our recipient. */
async function isAbout(message: MessageRecord, { recipients }: Bounce): Promise<boolean> {
  if (recipients.length === 0) return true;
  const lead = await findRecipient(message.accountId, message.leadId);
  return lead === undefined || recipients.includes(lead.email.toLowerCase());
}

const detailOf = ({ statusCode, diagnostic }: Bounce) =>
  [statusCode, diagnostic].filter(Boolean).join(" ");

async function applyHardBounce(
  message: MessageRecord,
  bounce: Bounce,
  { at }: Received,
): Promise<void> {
  await flagBounced(message.accountId, message.leadId, at);
  await endAsBounced(message, bounce, at);
}

async function endAsBounced(message: MessageRecord, bounce: Bounce, at: string): Promise<void> {
  await stopLead(message, "bounce", 0);
  await recordFirst(message, "bouncedAt", { kind: "bounced", at, detail: detailOf(bounce) });
  await guardBounces(message);
}

/** Mail that came back for now: the next step tries again, and after the third time the lead is over in this campaign. */
async function applySoftBounce(
  message: MessageRecord,
  bounce: Bounce,
  { at }: Received,
): Promise<void> {
  await recordFirst(message, "softBouncedAt", {
    kind: "soft-bounced",
    at,
    detail: detailOf(bounce),
  });
  const limit = bounce.reason === "policy" ? POLICY_BOUNCES : SOFT_BOUNCES;
  const before = await countSoftBounces(message);
  if (before + 1 >= limit) await endAsBounced(message, bounce, at);
}

/** How many earlier mails of the campaign came back from this lead for now. */
async function countSoftBounces(message: MessageRecord): Promise<number> {
  const { accountId, campaignId, leadId, step } = message;
  const earlier = Array.from({ length: step - 1 }, (_, index) => ({
    accountId,
    sendId: sendIdOf({ accountId, campaignId, leadId, step: index + 1 }),
  }));
  const messages = await findMessages(earlier);
  return [...messages.values()].filter(({ softBouncedAt }) => softBouncedAt !== undefined).length;
}

async function applyComplaint(message: MessageRecord, received: Received): Promise<void> {
  const { accountId, campaignId, leadId } = message;
  await record(message, "complained", received);
  const lead = await findRecipient(accountId, leadId);
  if (!lead) return;
  await optOut(accountId, lead.email, { source: "complaint", createdBy: 0, campaignId });
}
