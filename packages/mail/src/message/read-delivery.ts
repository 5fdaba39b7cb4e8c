import { type AutoReply, readAutoReply } from "./auto-reply.ts";
import { type Complaint, readComplaint } from "./complaint.ts";
import { type Bounce, type DeliveryNotice, readBounce } from "./read-bounce.ts";
import type { ReceivedMessage } from "./read-message.ts";
import { readSesNotification } from "./ses-notification.ts";

export type Delivery = Bounce | DeliveryNotice | Complaint | AutoReply | { kind: "human" };

const MAX_TEXT = 200_000;

/**
 * Says what a received mail is: complaint, delivery report, automatic answer or, if it is none of
 * these, the words of a person. `now` (epoch milliseconds) is what "back on Monday" is counted from.
 * A report may be forged: the caller acts on it only where `originalMessageId` is one it sent.
 */
export function classify(message: ReceivedMessage, now: number): Delivery {
  const bounded = { ...message, text: message.text.slice(0, MAX_TEXT) };
  const complaint = readComplaint(bounded) ?? readSesNotification(bounded);
  if (complaint) return complaint;
  // A report that a message is not spam after all (RFC 6430) is nobody's answer either.
  if (bounded.feedbackReport) return { kind: "auto-reply" };
  const report = readBounce(bounded) ?? readAutoReply(bounded, now);
  if (report) return report;
  return isReadReceipt(bounded) ? { kind: "auto-reply" } : { kind: "human" };
}

/** RFC 8098: a message disposition notification is sent by a mail client. */
function isReadReceipt({ headers }: ReceivedMessage): boolean {
  return /report-type="?disposition-notification/i.test(headers.get("content-type") ?? "");
}
