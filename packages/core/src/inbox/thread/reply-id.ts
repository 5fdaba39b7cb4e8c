import { createHmac, timingSafeEqual } from "node:crypto";
import { config } from "../../config.ts";

const REPLY_ID = /^<?re\.(\d{1,15})\.([\w-]{22})\.([\w-]{16})@/;
const MAC_LENGTH = 16;

/**
 * The `Message-ID` of a reply written by hand: it holds the thread, so that the answer to it is matched, and a MAC, so
 * that nobody can write into a conversation by guessing its number.
 */
export function replyMessageId(
  { accountId, threadId }: { accountId: number; threadId: number },
  token: string,
  senderAddress: string,
): string {
  const domain = senderAddress.slice(senderAddress.lastIndexOf("@") + 1);
  return `<re.${threadId}.${token}.${macOf(accountId, threadId, token)}@${domain}>`;
}

/** The thread of an answer of this account, when the id was made by us. */
export function threadIdInMessageId(accountId: number, messageId: string): number | undefined {
  const [, thread, token, mac] = REPLY_ID.exec(messageId) ?? [];
  if (!thread || !token || !mac) return undefined;
  const expected = macOf(accountId, Number(thread), token);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(mac)) ? Number(thread) : undefined;
}

const macOf = (accountId: number, threadId: number, token: string) =>
  createHmac("sha256", config.secret("TOKEN_SECRET"))
    .update(`reply|${accountId}|${threadId}|${token}`)
    .digest("base64url")
    .slice(0, MAC_LENGTH);
