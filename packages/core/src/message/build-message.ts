import { readSoon } from "@thaw/data/read-soon";
import { composeMessage } from "@thaw/mail/message/compose-message";
import type { RawMail } from "@thaw/mail/smtp/send-smtp";
import type { CampaignSettings } from "../campaign/campaign.schema.ts";
import type { SequenceStep } from "../campaign/sequence.schema.ts";
import type { Continued } from "../campaign-lead/waiting.ts";
import { categoryName } from "../category/category-name.ts";
import { now } from "../clock.ts";
import { config } from "../config.ts";
import type { MailboxRecord } from "../mailbox/mailbox.ts";
import { instrument, unsubscribeUrl } from "../tracking/instrument.ts";
import { trackingOrigin } from "../tracking/tracking-origin.ts";
import type { Ready } from "./check-message.ts";
import { findMessages, type MessageRecord, messageRead } from "./message-state.ts";
import { renderMessage, TemplateFault } from "./render-message.ts";
import { messageIdOf, sendIdOf } from "./send-id.ts";
import type { SendSession } from "./send-session.ts";

export type Built = { raw: RawMail; messageId: string; subject: string };

/** @throws TemplateFault when the step cannot be rendered; AppError LOADING_ERROR for an attachment that is gone */
export async function buildMessage(
  message: MessageRecord,
  ready: Ready,
  session: SendSession,
): Promise<Built> {
  const { accountId, campaignId, sendId, sequenceVersion } = message;
  const steps = await session.sequence(accountId, campaignId, sequenceVersion);
  const rendered = await render(message, ready, steps, session);
  const thread = await threadOf(message, ready, steps);
  const { mailbox, lead, campaign } = ready;
  const settings = campaign.settings as CampaignSettings;
  const siteUrl = config.siteUrl();
  const tracked = { accountId, sendId, siteUrl, trackingUrl: trackingOrigin(mailbox) };
  const subject = rendered.subject || thread.subject;
  const composed = await composeMessage({
    from: { name: mailbox.fromName, address: mailbox.email },
    to: [{ address: lead.email, name: "" }],
    subject,
    text: rendered.text,
    ...(rendered.html
      ? {
          html: instrument(rendered.html, tracked, {
            opens: settings.track_opens,
            clicks: settings.track_clicks,
          }),
        }
      : {}),
    messageId: messageIdOf(sendId, mailbox.email),
    ...(thread.references.length > 0 && !rendered.subject
      ? { inReplyTo: thread.references.at(-1) ?? "", references: thread.references }
      : {}),
    unsubscribe: {
      url: unsubscribeUrl(tracked),
      mailto: `${mailbox.email}?subject=unsubscribe`,
    },
    date: new Date(now()),
  });
  const { attachments = [] } = steps[message.step - 1] ?? {};
  if (attachments.length === 0) return { ...composed, subject };
  const { attachTo } = await import("@thaw/mail/message/mail-attachment");
  const raw = attachTo(composed.raw, await session.parts(attachments));
  return { ...composed, raw, subject };
}

function render(
  message: MessageRecord,
  { lead, mailbox, campaign, schedule }: Ready,
  steps: SequenceStep[],
  session: SendSession,
) {
  const { accountId, campaignId, sequenceVersion, sendId } = message;
  const variant = steps[message.step - 1]?.variants.find(
    ({ letter }) => letter === message.variant,
  );
  if (!variant) throw new TemplateFault("This step or variant was removed");
  const compiled = session.variant(
    `${accountId}|${campaignId}|${sequenceVersion}|${message.step}`,
    variant,
  );
  return renderMessage(compiled, {
    lead,
    categoryName: (id) => categoryName(accountId, id),
    sender: {
      email: mailbox.email,
      from_name: mailbox.fromName,
      signature: mailbox.signature ?? "",
    },
    step: message.step,
    settings: campaign.settings as CampaignSettings,
    unsubscribeUrl: unsubscribeUrl({ accountId, sendId, siteUrl: config.siteUrl() }),
    now: now(),
    timezone: schedule.timezone,
  });
}

/**
 * The thread that a mail without a subject goes on (SEQ-10): "Re:" and the subject of the step that opened it, and the
 * Message-IDs since then, oldest first. What no step of a subsequence has opened was opened in its parent.
 */
async function threadOf(
  { accountId, campaignId, leadId, step }: MessageRecord,
  { mailbox, campaignLead }: Ready,
  steps: SequenceStep[],
): Promise<Continued> {
  const continued = campaignLead.continues as Continued | undefined;
  // What people did in between is in no thread of ours.
  const before = steps.slice(0, step - 1).filter(({ seq_type }) => seq_type === "EMAIL");
  if (before.length === 0) {
    const { subject, references } = continued ?? { subject: "", references: [] };
    return { subject: replyTo(subject), references };
  }
  const opening = before.findLastIndex(({ variants }) =>
    variants.some(({ subject }) => subject.trim() !== ""),
  );
  const sendIds = before
    .slice(Math.max(opening, 0))
    .map(({ seq_number }) => sendIdOf({ accountId, campaignId, leadId, step: seq_number }));
  const openerId = sendIds[0] ?? "";
  const opener = await readSoon(messageRead({ accountId, sendId: openerId }));
  if (opener && opener.mailboxId !== mailbox.mailboxId) {
    return threadSince({ subject: opener.subject ?? "", sendIds }, mailbox);
  }
  const earlier = opening < 0 ? (continued?.references ?? []) : [];
  return {
    subject: replyTo(opener?.subject ?? ""),
    references: [...earlier, ...sendIds.map((sendId) => messageIdOf(sendId, mailbox.email))],
  };
}

/** D5: a lead that another mailbox took over has a new thread with it from then on. */
async function threadSince(
  { subject, sendIds }: { subject: string; sendIds: readonly string[] },
  { accountId, mailboxId, email }: MailboxRecord,
): Promise<Continued> {
  const messages = await findMessages(sendIds.map((sendId) => ({ accountId, sendId })));
  const own = sendIds.filter((sendId) => messages.get(sendId)?.mailboxId === mailboxId);
  return {
    subject: own.length > 0 ? replyTo(subject) : subject,
    references: own.map((sendId) => messageIdOf(sendId, email)),
  };
}

const replyTo = (subject: string) =>
  subject && !/^re:/i.test(subject) ? `Re: ${subject}` : subject;
