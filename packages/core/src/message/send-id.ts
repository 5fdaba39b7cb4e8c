import { createHash } from "node:crypto";

export type SendKey = { accountId: number; campaignId: number; leadId: number; step: number };

const SEND_ID = /^([\w-]{22})@/;

/** The one identity of a step's mail to a lead: 128 bits, the same however often it is worked out. */
export function sendIdOf({ accountId, campaignId, leadId, step }: SendKey): string {
  return createHash("sha256")
    .update(`${accountId}|${campaignId}|${leadId}|${step}`)
    .digest("base64url")
    .slice(0, 22);
}

/** `Message-ID` (RFC 5322 3.6.4) with its angle brackets. A reply's References lead back to the message with one read. */
export function messageIdOf(sendId: string, senderAddress: string): string {
  return `<${sendId}@${senderAddress.slice(senderAddress.lastIndexOf("@") + 1)}>`;
}

/** The send id inside a `Message-ID`, with or without angle brackets, when it has the form of ours. */
export function sendIdInMessageId(messageId: string): string | undefined {
  return SEND_ID.exec(messageId.replace(/^</, ""))?.[1];
}
