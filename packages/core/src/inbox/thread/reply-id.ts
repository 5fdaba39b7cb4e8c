import { base64Url, isSigned, sign } from "../../kernel/signing-key/signing-key.ts";

const REPLY_ID = /^<?re\.(\d{1,15})\.([\w-]{22})\.((?:[a-z0-9]{1,2}\.)?[\w-]{16})@/;
const MAC = base64Url(16);

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
  return `<re.${threadId}.${token}.${sign("link", signedText(accountId, threadId, token), MAC)}@${domain}>`;
}

/** The thread of an answer of this account, when the id was made by us. */
export function threadIdInMessageId(accountId: number, messageId: string): number | undefined {
  const [, thread, token, signature] = REPLY_ID.exec(messageId) ?? [];
  if (!thread || !token || !signature) return undefined;
  const text = signedText(accountId, Number(thread), token);
  return isSigned("link", { text, signature }, MAC) ? Number(thread) : undefined;
}

const signedText = (accountId: number, threadId: number, token: string) =>
  `reply|${accountId}|${threadId}|${token}`;
