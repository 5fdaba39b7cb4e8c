import { composeMessage } from "@thaw/mail/message/compose-message";
import type { RawMail } from "@thaw/mail/smtp/send-smtp";
import { say } from "@thaw/text/say";
import { categoryName } from "../../accounts/category/category-name.ts";
import type { CampaignSettings } from "../../campaigns/campaign/campaign.schema.ts";
import type { MessageRecord } from "../../campaigns/message/message-state.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import { now } from "../../clock.ts";
import { config } from "../../config.ts";
import { instrument, unsubscribeUrl } from "../tracking/instrument.ts";
import { trackingOrigin } from "../tracking/tracking-origin.ts";
import type { Ready } from "./check-message.ts";
import { threadOf } from "./mail-thread.ts";
import { renderMessage, TemplateFault } from "./render-message.ts";
import type { SendSession } from "./send-session.ts";

/** A made email. It holds its attachments until it is disposed of. */
export type Built = Disposable & { raw: RawMail; messageId: string; subject: string };

const NOTHING_HELD = { [Symbol.dispose]: () => undefined };

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
      url: unsubscribeUrl({ ...tracked, to: lead.email }),
      mailto: `${mailbox.email}?subject=unsubscribe`,
    },
    date: new Date(now()),
  });
  const { attachments = [] } = steps[message.step - 1] ?? {};
  if (attachments.length === 0) return { ...composed, subject, ...NOTHING_HELD };
  const { attachTo } = await import("@thaw/mail/message/mail-attachment");
  const { parts, ...held } = await session.attachments.hold(attachments);
  return { ...composed, raw: attachTo(composed.raw, parts), subject, ...held };
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
  if (!variant) throw new TemplateFault(say("template.variantRemoved"));
  const compiled = session.variant(
    `${accountId}|${campaignId}|${sequenceVersion}|${message.step}`,
    variant,
  );
  return renderMessage(compiled, {
    lead,
    categoryName: (id) => categoryName(campaign, lead, id),
    sender: {
      email: mailbox.email,
      from_name: mailbox.fromName,
      signature: mailbox.signature ?? "",
    },
    step: message.step,
    settings: campaign.settings as CampaignSettings,
    unsubscribeUrl: unsubscribeUrl({
      accountId,
      sendId,
      siteUrl: config.siteUrl(),
      to: lead.email,
    }),
    now: now(),
    timezone: schedule.timezone,
  });
}
