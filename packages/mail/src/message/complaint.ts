import { readIds } from "./message-ids.ts";
import type { ReceivedMessage } from "./read-message.ts";

/**
 * A feedback report (RFC 5965): someone pressed "this is spam" and their provider told us, or a receiver tells that a
 * message failed its authentication (RFC 6591): `feedbackType` says which.
 */
export type Complaint = {
  kind: "complaint";
  /** Lower-case, from the report or the returned mail; providers often leave them out. */
  recipients: string[];
  /** Such as abuse, fraud, virus, opt-out; "abuse" when the report does not say. */
  feedbackType: string;
  originalMessageId?: string;
};

/** Written by a machine about how a message was signed: no person has complained. */
const OF_MACHINES = ["auth-failure", "dmarc"];

/** Whether a person wants no more email, and not a machine that found a signature wanting. */
export const isOfPerson = ({ feedbackType }: Complaint) => !OF_MACHINES.includes(feedbackType);

/** Reads a feedback report; undefined for any other email. */
export function readComplaint(message: ReceivedMessage): Complaint | undefined {
  const { feedbackReport, originalHeaders, headers } = message;
  const feedbackType = (feedbackReport?.get("feedback-type") ?? "abuse").toLowerCase();
  const isReport = feedbackReport !== undefined && feedbackType !== "not-spam";
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
