import { randomUUID } from "node:crypto";
import { composeMessage } from "@thaw/mail/message/compose-message";
import { attachTo } from "@thaw/mail/message/mail-attachment";
import type { SmtpOutcome } from "@thaw/mail/smtp/send-smtp";
import { now } from "../../clock.ts";
import { deliverAside } from "../../senders/mailbox/deliver-aside.ts";
import { takeAsideSoon } from "../../senders/mailbox/mailbox-aside.ts";
import type { MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import type { RenderedMessage } from "../delivery/render-message.ts";

/** `parts`: its attachments, encoded. */
type TestMail = Pick<RenderedMessage, "subject" | "text" | "html"> & { parts: readonly Buffer[] };

/**
 * Writes a test mail and hands it to the mailbox's server. Loaded when one is sent: it brings the whole of SMTP along.
 *
 * @throws AppError conflict while the mailbox sends something else
 */
export async function deliverTestMail(
  mailbox: MailboxRecord,
  to: string,
  { subject, text, html, parts }: TestMail,
): Promise<SmtpOutcome> {
  const { raw } = await composeMessage({
    from: { name: mailbox.fromName, address: mailbox.email },
    to: [{ name: "", address: to }],
    subject,
    text,
    ...(html ? { html } : {}),
    // Not in the form of a message of a campaign: an answer or a bounce finds none.
    messageId: `<test.${randomUUID()}@${mailbox.email.slice(mailbox.email.lastIndexOf("@") + 1)}>`,
    date: new Date(now()),
  });
  const content = parts.length > 0 ? attachTo(raw, parts) : raw;
  const pieces = Buffer.isBuffer(content) ? [content] : content;
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const aside = await takeAsideSoon(mailbox, bytes);
  return deliverAside(mailbox, { to, raw: content }, aside);
}
