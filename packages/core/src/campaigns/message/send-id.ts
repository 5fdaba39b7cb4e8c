import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { config } from "../../config.ts";

export type SendKey = { accountId: number; campaignId: number; leadId: number; step: number };

const SEND_ID = /^<?([\w-]{22})\.([\w-]{16})@/;
const MAC_LENGTH = 16;

/** The one identity of a step's mail to a lead: 128 bits, the same however often it is computed. */
export function sendIdOf({ accountId, campaignId, leadId, step }: SendKey): string {
  return createHash("sha256")
    .update(`${accountId}|${campaignId}|${leadId}|${step}`)
    .digest("base64url")
    .slice(0, 22);
}

/**
 * `Message-ID` (RFC 5322 3.6.4) with its angle brackets. A reply's References lead back to the message with one read. Send ids can
 * be computed from small numbers: a MAC proves that a caller who names the mail has seen it.
 */
export function messageIdOf(sendId: string, senderAddress: string): string {
  const domain = senderAddress.slice(senderAddress.lastIndexOf("@") + 1);
  return `<${sendId}.${macOf(sendId)}@${domain}>`;
}

/** The send id inside a `Message-ID`, with or without angle brackets, when the id was made by us. */
export function sendIdInMessageId(messageId: string): string | undefined {
  const [, sendId, mac] = SEND_ID.exec(messageId) ?? [];
  if (!sendId || !mac) return undefined;
  return timingSafeEqual(Buffer.from(macOf(sendId)), Buffer.from(mac)) ? sendId : undefined;
}

const macOf = (sendId: string) =>
  createHmac("sha256", config.secret("TOKEN_SECRET"))
    .update(`mail|${sendId}`)
    .digest("base64url")
    .slice(0, MAC_LENGTH);
