import { createHash } from "node:crypto";
import { base64Url, isSigned, sign, signatures } from "../../kernel/signing-key/signing-key.ts";

export type SendKey = { accountId: number; campaignId: number; leadId: number; step: number };

const SEND_ID = /^<?([\w-]{22})\.((?:[a-z0-9]{1,2}\.)?[\w-]{16})@/;
const MAC = base64Url(16);

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
  return idWith(sign("link", signedText(sendId), MAC), sendId, senderAddress);
}

/** Every `Message-ID` under which the mail may have left: keys rotate, and which one had begun to sign then is not known. */
export const messageIdsOf = (sendId: string, senderAddress: string): string[] =>
  signatures("link", signedText(sendId), MAC).map((each) => idWith(each, sendId, senderAddress));

function idWith(signature: string, sendId: string, senderAddress: string): string {
  const domain = senderAddress.slice(senderAddress.lastIndexOf("@") + 1);
  return `<${sendId}.${signature}@${domain}>`;
}

/** The send id inside a `Message-ID`, with or without angle brackets, when the id was made by us. */
export function sendIdInMessageId(messageId: string): string | undefined {
  const [, sendId, signature] = SEND_ID.exec(messageId) ?? [];
  if (!sendId || !signature) return undefined;
  return isSigned("link", { text: signedText(sendId), signature }, MAC) ? sendId : undefined;
}

const signedText = (sendId: string) => `mail|${sendId}`;
