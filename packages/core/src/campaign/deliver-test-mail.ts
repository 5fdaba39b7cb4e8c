import { randomUUID } from "node:crypto";
import { composeMessage } from "@thaw/mail/message/compose-message";
import { attachTo } from "@thaw/mail/message/mail-attachment";
import { closeSmtp, connectSmtp, type SmtpConnection } from "@thaw/mail/smtp/connect-smtp";
import { type RawMail, type SmtpOutcome, sendSmtp } from "@thaw/mail/smtp/send-smtp";
import { SmtpError } from "@thaw/mail/smtp/smtp-error";
import { now } from "../clock.ts";
import type { MailboxRecord } from "../mailbox/mailbox.ts";
import { smtpServer } from "../mailbox/mailbox-login.ts";
import type { RenderedMessage } from "../message/render-message.ts";

/** `parts`: its attachments, encoded. */
type TestMail = Pick<RenderedMessage, "subject" | "text" | "html"> & { parts: readonly Buffer[] };

/** Writes a test mail and hands it to the mailbox's server. Loaded when one is sent: it brings the whole of SMTP along. */
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
  return handOver(mailbox, to, parts.length > 0 ? attachTo(raw, parts) : raw);
}

async function handOver(mailbox: MailboxRecord, to: string, raw: RawMail): Promise<SmtpOutcome> {
  let connection: SmtpConnection | undefined;
  try {
    connection = await connectSmtp(await smtpServer(mailbox));
    return await sendSmtp(connection, { from: mailbox.email, to: [to], raw });
  } catch (error) {
    if (error instanceof SmtpError) return error.failure;
    throw error;
  } finally {
    if (connection) await closeSmtp(connection);
  }
}
