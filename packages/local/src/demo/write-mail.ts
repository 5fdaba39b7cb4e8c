import { randomUUID } from "node:crypto";
import { now } from "@thaw/core/clock";
import { DAY_MS } from "@thaw/core/duration";
import { seededFraction } from "@thaw/core/random";
import { composeMessage } from "@thaw/mail/message/compose-message";
import { continueThread } from "@thaw/mail/message/thread-headers";
import type { Letter, ReplyKind } from "./act.ts";

const REPLY_TEXTS: Record<ReplyKind, readonly string[]> = {
  interested: [
    "Thanks for writing, this comes at a good moment. Could you show us how it works? Wednesday or Thursday after ten would suit us.",
    "Sounds good! We have been talking about exactly this. Send me two or three times for a call and I will bring a colleague.",
    "Yes, I would like to try it. What do you need from us to get started?",
  ],
  question: [
    "Interesting. What would this cost for a team of about forty, and is there a minimum term?",
    "Before we go on: do you deliver to our town as well, and who else near us works with you?",
    "Could you send me two or three references and a price list? Then I will take it to our meeting.",
  ],
  "not-now": [
    "Thanks, but we have just signed with somebody else. Please ask again next year.",
    "Not at the moment, sorry: our budget for this year is spent.",
    "This is not a topic for us right now. All the best!",
  ],
  "wrong-person": [
    "I am not the right person for this. Our facilities team decides such things: facilities@{domain}.",
    "I have moved to another department. Please write to the office at office@{domain} instead.",
  ],
};

/** Somebody's own words above the mail that they answer. `at`: when they were written (epoch milliseconds). */
export function writeReply(letter: Letter, kind: ReplyKind, at = now()): Promise<Buffer> {
  const words = REPLY_TEXTS[kind];
  const chosen = Math.floor(seededFraction("words", letter.to) * words.length);
  const domain = letter.to.slice(letter.to.indexOf("@") + 1);
  const body = (words[chosen] ?? "").replace("{domain}", domain);
  const written = new Date(letter.date).toUTCString().slice(0, -7);
  const quoted = letter.text.trim().replace(/^/gm, "> ");
  return write(letter, {
    at,
    text: `Hello ${letter.fromName.split(" ")[0]},\n\n${body}\n\nBest regards,\n${nameOf(letter.to)}\n\nOn ${written}, ${letter.fromName} <${letter.from}> wrote:\n${quoted}\n`,
  });
}

/** What a mail program says for someone who is on holiday (RFC 3834). */
export function writeAway(letter: Letter): Promise<Buffer> {
  const days = 3 + Math.floor(seededFraction("away", letter.to) * 4);
  const back = new Date(now() + days * DAY_MS).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return write(letter, {
    subject: `Out of office: ${letter.subject}`,
    text: `Thank you for your message. I am out of the office and will be back on ${back}. In urgent cases my colleagues at reception are glad to help.\n\n${nameOf(letter.to)}\n`,
    headers: { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" },
  });
}

async function write(
  letter: Letter,
  mail: { text: string; at?: number; subject?: string; headers?: Record<string, string> },
): Promise<Buffer> {
  const { subject, inReplyTo, references } = continueThread(letter);
  const { raw } = await composeMessage({
    from: { name: nameOf(letter.to), address: letter.to },
    to: [{ name: letter.fromName, address: letter.from }],
    subject: mail.subject ?? subject,
    text: mail.text,
    inReplyTo,
    references,
    messageId: messageIdAt(letter.to),
    date: new Date(mail.at ?? now()),
    ...(mail.headers ? { headers: mail.headers } : {}),
  });
  return raw;
}

/** The report of a server that took a mail and could not deliver it (RFC 3464). */
export function writeBounce(letter: Letter): Buffer {
  const domain = letter.to.slice(letter.to.indexOf("@") + 1);
  const server = `mx.${domain}`;
  const refusal = `550 5.1.1 <${letter.to}>: Recipient address rejected: mailbox closed`;
  const boundary = `report-${randomUUID()}`;
  const part = (type: string, body: string) =>
    `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
  const head = [
    `From: Mail Delivery System <mailer-daemon@${domain}>`,
    `To: ${letter.from}`,
    "Subject: Undelivered Mail Returned to Sender",
    `Date: ${new Date(now()).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: ${messageIdAt(letter.to)}`,
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
  ];
  const report = [
    `Reporting-MTA: dns; ${server}`,
    "",
    `Final-Recipient: rfc822; ${letter.to}`,
    "Action: failed",
    "Status: 5.1.1",
    `Diagnostic-Code: smtp; ${refusal}`,
  ];
  const original = [
    `From: ${letter.from}`,
    `To: ${letter.to}`,
    `Subject: ${letter.subject}`,
    `Message-ID: ${letter.messageId}`,
  ];
  const text = `This is the mail system at ${server}.\r\n\r\nYour message could not be delivered.\r\n\r\n${refusal}`;
  const mail =
    `${head.join("\r\n")}\r\n\r\n` +
    part("text/plain; charset=utf-8", text) +
    part("message/delivery-status", `${report.join("\r\n")}\r\n`) +
    part("text/rfc822-headers; charset=utf-8", `${original.join("\r\n")}\r\n`);
  return Buffer.from(`${mail}--${boundary}--\r\n`);
}

const messageIdAt = (email: string) => `<${randomUUID()}@${email.slice(email.indexOf("@") + 1)}>`;

/** "ada.moreau@…" is Ada Moreau. */
function nameOf(email: string): string {
  const words = email
    .slice(0, email.indexOf("@"))
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(" ");
}
