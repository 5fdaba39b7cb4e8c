import type { AttachmentMeta, ReceivedMessage } from "@thaw/mail/message/read-message";
import { stripReply } from "@thaw/mail/message/strip-reply";
import { isShortened } from "../thread/is-shortened.ts";
import { MOST_PART, MOST_TEXT, putBody } from "../thread/mail-body.ts";

const MAX_ATTACHMENTS = 50;
const MOST_TO = 1_000;
const MOST_SUBJECT = 255;

/** An email as its conversation keeps it. */
export type MailContent = {
  messageKey: string;
  from: string;
  to: string;
  subject: string;
  /** The new words, without quotes. */
  text: string;
  bodyKey: string;
  hasWhole: boolean;
  isShortened: boolean;
  attachments: AttachmentMeta[];
  messageId?: string;
};

/** Puts the whole of an email into the bucket, and returns what its conversation keeps. Safe to run twice. */
export async function keepContent(
  accountId: number,
  messageKey: string,
  received: ReceivedMessage,
): Promise<MailContent> {
  const { html, messageId } = received;
  const text = stripReply({ text: received.text, ...(html ? { html } : {}) }).slice(0, MOST_TEXT);
  const bodyKey = `acct/${accountId}/mail/${messageKey}.json`;
  await putBody(bodyKey, {
    text: received.text.slice(0, MOST_PART),
    html: html?.slice(0, MOST_PART),
  });
  return {
    messageKey,
    from: received.from?.address ?? "",
    to: received.to
      .map(({ address }) => address)
      .join(", ")
      .slice(0, MOST_TO),
    subject: received.subject.slice(0, MOST_SUBJECT),
    text,
    bodyKey,
    hasWhole: html !== undefined || received.text.trim() !== text.trim(),
    isShortened: await isShortened({ text: received.text, html }, text),
    attachments: received.attachments.slice(0, MAX_ATTACHMENTS),
    ...(messageId ? { messageId } : {}),
  };
}
