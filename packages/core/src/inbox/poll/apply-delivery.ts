import { isOfPerson } from "@thaw/mail/message/complaint";
import type { Delivery } from "@thaw/mail/message/read-delivery";
import { isHardRefusal, mayPass } from "@thaw/mail/refusal/refusal";
import { OUT_OF_OFFICE } from "../../accounts/category/category.schema.ts";
import type { CampaignSettings } from "../../campaigns/campaign/campaign.schema.ts";
import { readFamily } from "../../campaigns/campaign/campaign-family.ts";
import {
  type CampaignRecord,
  requireAnyCampaign,
} from "../../campaigns/campaign/campaign-record.ts";
import { addressIn } from "../../campaigns/campaign-lead/address-in.ts";
import {
  findCampaignLead,
  findEnrolmentsOfLead,
  pauseLead,
  stopLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { MessageRecord } from "../../campaigns/message/message-state.ts";
import { toEpochMs, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { subjectOf } from "../../engine/delivery/finish-message.ts";
import { recordFirst, takeAsSent } from "../../engine/delivery/message-proof.ts";
import { retrySoftBounce } from "../../engine/delivery/soft-bounce.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import type { CampaignSchedule } from "../../kernel/schedule/schedule.schema.ts";
import { instantOfWall } from "../../kernel/schedule/zone.ts";
import { stopColleagues } from "../../leads/lead/company.ts";
import { categoriseFirst, findRecipient } from "../../leads/lead/lead-delivery.ts";
import { suppressBounced } from "../../leads/suppression/bounced-address.ts";
import { optOutPerson } from "../../leads/suppression/opt-out-person.ts";
import type { EventKind } from "../../reporting/event/event.schema.ts";
import { appendEvent, type NewEvent } from "../../reporting/event/event.ts";
import { recordSenderRefusal } from "../../senders/mailbox/sender-refusals.ts";

/** D8.6: without a date of return, people are taken to be back after a week. */
const AWAY_DAYS = 7;
/** RFC 5321 4.5.4.1: servers try for four or five days. Later reports are none of theirs. */
const REPORTED_WITHIN_MS = 5 * DAY_MS;

export type Received = {
  /** When the mail says that it was written, ISO 8601: the same on every reading. */
  at: IsoInstant;
  /** The mail's own key, so that its events are recorded once. */
  key: string;
};

type Bounce = Extract<Delivery, { kind: "bounce" }>;

/**
 * Applies a received email to the message that it is about. Safe to run twice: events have the email's key and every
 * change of a lead names the status that it expects.
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
      await (isHardRefusal(delivery)
        ? applyHardBounce(sent, delivery, received)
        : applySoftBounce(sent, delivery, received));
      break;
    case "complaint":
      // A machine's report about a signature asks for nothing on behalf of a person.
      if (isOfPerson(delivery)) await applyComplaint(sent, received);
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
  // Another worker is through with it: by now this very reply may have moved the lead to where it must not be stopped.
  if (message.repliedAt === at) return;
  const campaign = await requireAnyCampaign(message.accountId, message.campaignId);
  // The lead stops before the reply is noted: a poll that dies in between reads the mail again.
  await stopFor(message, campaign);
  await recordFirst(message, "repliedAt", { kind: "replied", at });
}

/** Who has moved on to a subsequence answers the campaign's mails too, above all before one of the subsequence has left. */
async function stopFor(message: MessageRecord, campaign: CampaignRecord): Promise<void> {
  const { accountId, leadId } = message;
  const family = await readFamily(campaign);
  for (const { campaignId, settings } of family) {
    const { stop_on_reply } = settings as CampaignSettings;
    if (stop_on_reply) await stopLead({ accountId, campaignId, leadId }, "reply", 0);
  }
  const { stop_company } = campaign.settings as CampaignSettings;
  const campaignIds = family.map(({ campaignId }) => campaignId);
  if (stop_company) await stopColleagues(message, campaignIds);
}

/**
 * D8.6: an out-of-office pauses until the day after the return, 00:00 in the campaign's timezone; or it stops like a reply,
 * where the campaign is told to take it for one, and is none in the figures all the same.
 */
async function applyAway(
  message: MessageRecord,
  returnsOn: string | undefined,
  received: Received,
): Promise<void> {
  await record(message, "auto-replied", received, { detail: "out-of-office" });
  const campaign = await requireAnyCampaign(message.accountId, message.campaignId);
  if ((campaign.settings as CampaignSettings).ooo_as_reply) await stopFor(message, campaign);
  const { timezone } = (campaign.schedule as CampaignSchedule | undefined) ?? {
    timezone: "Etc/GMT",
  };
  const resumeAt = returnsOn
    ? instantOfWall(timezone, Date.parse(returnsOn) + DAY_MS)
    : toEpochMs(received.at) + AWAY_DAYS * DAY_MS;
  const { accountId, leadId } = message;
  const campaignIds = (await readFamily(campaign)).map(({ campaignId }) => campaignId);
  for (const enrolment of await findEnrolmentsOfLead(accountId, leadId, campaignIds)) {
    await pauseLead(enrolment, enrolment, toIso(resumeAt));
  }
  await categoriseFirst(message, OUT_OF_OFFICE);
}

/** A report about someone else says nothing about our recipient. */
async function isAbout(message: MessageRecord, { recipients }: Bounce): Promise<boolean> {
  if (recipients.length === 0) return true;
  const [lead, enrolment] = await Promise.all([
    findRecipient(message.accountId, message.leadId),
    findCampaignLead(message),
  ]);
  const address = lead && addressIn(enrolment ?? {}, lead.email);
  return address === undefined || recipients.includes(address.toLowerCase());
}

const detailOf = ({ statusCode, diagnostic }: Bounce) =>
  [statusCode, diagnostic].filter(Boolean).join(" ");

async function applyHardBounce(
  message: MessageRecord,
  bounce: Bounce,
  { at }: Received,
): Promise<void> {
  await suppressBounced(message, at);
  await endAsBounced(message, bounce, at);
}

/** Over in this campaign alone. */
async function endAsBounced(message: MessageRecord, bounce: Bounce, at: IsoInstant): Promise<void> {
  await stopLead(message, "bounce", 0);
  const { cause } = bounce;
  await recordFirst(message, "bouncedAt", { kind: "bounced", at, cause, detail: detailOf(bounce) });
}

/** The address is not at fault, or not for good: it is never suppressed, whatever becomes of this mail. */
async function applySoftBounce(
  message: MessageRecord,
  bounce: Bounce,
  received: Received,
): Promise<void> {
  const { cause } = bounce;
  if (cause === "sender") await blameSender(message, bounce, received);
  const outcome = await retrySoftBounce(message, {
    ...received,
    cause,
    // Who sends may be trusted again by then; a text that is refused for good stays what it is.
    isRetried: cause !== "message" || mayPass(bounce),
    detail: detailOf(bounce),
  });
  if (outcome === "given-up") await endAsBounced(message, bounce, received.at);
}

/**
 * Each person counts once, however many emails they got, and only as long as servers send reports: any recipient of an
 * email can write a report about it.
 */
async function blameSender(
  message: MessageRecord,
  bounce: Bounce,
  { at }: Received,
): Promise<void> {
  const { leadId, sentAt = at } = message;
  if (toEpochMs(at) - toEpochMs(sentAt) > REPORTED_WITHIN_MS) return;
  await recordSenderRefusal(message, { key: `lead ${leadId}`, at, text: detailOf(bounce) });
}

async function applyComplaint(message: MessageRecord, received: Received): Promise<void> {
  await record(message, "complained", received);
  await optOutPerson(message, { source: "complaint", createdBy: 0 });
}
