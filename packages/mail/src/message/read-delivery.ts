import { type AutoReply, readAutoReply } from "./auto-reply.ts";
import { readIds } from "./message-ids.ts";
import { type Bounce, type DeliveryNotice, readBounce } from "./read-bounce.ts";
import type { ReceivedMessage } from "./read-message.ts";

/** Somebody pressed "this is spam" and their provider told us (RFC 5965). */
export type Complaint = {
  kind: "complaint";
  /** Lower-case, from the report or the returned mail; providers often leave them out. */
  recipients: string[];
  /** Such as abuse, fraud, virus, opt-out; "abuse" when the report does not say. */
  feedbackType: string;
  originalMessageId?: string;
};

export type Delivery = Bounce | DeliveryNotice | Complaint | AutoReply | { kind: "human" };

const MAX_TEXT = 200_000;

/**
 * Says what a received mail is: complaint, delivery report, automatic answer or, if it is none of
 * these, the words of a person. `now` (epoch milliseconds) is what "back on Monday" is counted from.
 * A report may be forged: the caller acts on it only where `originalMessageId` is one it sent.
 */
export function classify(message: ReceivedMessage, now: number): Delivery {
  const bounded = { ...message, text: message.text.slice(0, MAX_TEXT) };
  const complaint = readComplaint(bounded);
  if (complaint) return complaint;
  // Reports about something else (not spam after all, DMARC failures) are nobody's answer either.
  if (bounded.feedbackReport) return { kind: "auto-reply" };
  const report = readBounce(bounded) ?? readAutoReply(bounded, now);
  if (report) return report;
  return isReadReceipt(bounded) ? { kind: "auto-reply" } : { kind: "human" };
}

const NOT_COMPLAINTS = ["not-spam", "auth-failure", "dmarc"];

function readComplaint(message: ReceivedMessage): Complaint | undefined {
  const { feedbackReport, originalHeaders, headers } = message;
  const feedbackType = (feedbackReport?.get("feedback-type") ?? "abuse").toLowerCase();
  const isReport = feedbackReport !== undefined && !NOT_COMPLAINTS.includes(feedbackType);
  const isTyped = /report-type="?feedback-report/i.test(headers.get("content-type") ?? "");
  const isLetter =
    originalHeaders !== undefined && /^complaint about message from /i.test(message.subject);
  if (!isReport && !isLetter && !(isTyped && !feedbackReport)) return undefined;
  const originalMessageId = readIds(originalHeaders?.get("message-id"))[0];
  return {
    kind: "complaint",
    recipients: complainants(message),
    feedbackType,
    ...(originalMessageId && { originalMessageId }),
  };
}

function complainants({ feedbackReport, originalHeaders }: ReceivedMessage): string[] {
  const named =
    feedbackReport?.get("original-rcpt-to") ??
    originalHeaders?.get("x-hmxmroriginalrecipient") ??
    originalHeaders?.get("to") ??
    "";
  const addresses = named.toLowerCase().match(/[^\s<>,;:"()]{1,64}@[^\s<>,;:"()]{1,255}/g) ?? [];
  return [...new Set(addresses)].slice(0, 50);
}

/** RFC 8098: a message disposition notification is sent by a mail client. */
function isReadReceipt({ headers }: ReceivedMessage): boolean {
  return /report-type="?disposition-notification/i.test(headers.get("content-type") ?? "");
}
