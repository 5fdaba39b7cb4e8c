import type { RefusalCause } from "./refusal-cause.schema.ts";

const ENHANCED = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/;
const SMTP_REPLY = /(?<![\d.:/=#[-])\b([45]\d\d)(?=[\s:-]|$)/m;

/** The first enhanced status code (RFC 3463) of a text. */
export function findStatusCode(text: string): string | undefined {
  return ENHANCED.exec(text)?.[1];
}

/** The first SMTP reply code (RFC 5321 4.2) of a text. */
export function findReplyCode(text: string): number | undefined {
  const found = SMTP_REPLY.exec(text)?.[1];
  return found ? Number(found) : undefined;
}

/** A status that names no reason. */
export function isGeneric(statusCode: string): boolean {
  return /^\d\.0\.0$|^5\.5\.0$/.test(statusCode);
}

/** RFC 3463 3 and the IANA registry of its codes: by subject and detail. */
const BY_DETAIL: Record<string, RefusalCause> = {
  "1.0": "address",
  "1.1": "address",
  "1.2": "address",
  "1.3": "address",
  "1.4": "address",
  "1.6": "address",
  "1.7": "sender",
  "1.8": "sender",
  "1.9": "network",
  "1.10": "address",
  "2.2": "recipient-temporary",
  "2.3": "message",
  "2.4": "recipient-temporary",
  "3.3": "message",
  "3.4": "message",
  // RFC 3463 3.6: too many recipients for one message.
  "5.3": "sender",
  "7.5": "message",
  "7.6": "message",
  "7.7": "message",
  // RFC 7293 9: the mailbox or the domain belongs to someone else by now.
  "7.17": "address",
  "7.18": "address",
};

const BY_SUBJECT: Record<string, RefusalCause> = {
  "3": "network",
  "4": "network",
  "5": "network",
  "6": "message",
  "7": "sender",
};

/** Who has to act by the enhanced status code alone; undefined where it leaves that open. */
export function causeOfStatus(
  statusCode: string | undefined,
  text: string,
): RefusalCause | undefined {
  if (!statusCode || statusCode.startsWith("2") || isGeneric(statusCode)) return undefined;
  const kind = statusCode.slice(2);
  const cause = BY_DETAIL[kind] ?? BY_SUBJECT[kind.charAt(0)];
  if (statusCode.startsWith("4")) {
    return cause === "address" || kind.startsWith("2.") ? "recipient-temporary" : cause;
  }
  // RFC 3463 3.3: "disabled, not accepting messages" may be for now; it is for good where nothing else is said.
  if (kind === "2.1") return isBare(text) ? "address" : "recipient-temporary";
  return isUnknownToDirectory(statusCode, text) ? "address" : cause;
}

/** Exchange Online answers so for addresses that its directory does not have (edge blocking). */
export function isUnknownToDirectory(statusCode: string, text: string): boolean {
  return statusCode === "5.4.1" && /\brecipient address rejected: access denied\b/i.test(text);
}

const isBare = (text: string) => !/\p{L}{3}/u.test(text.replace(/\b(?:smtp|x-\w+)\b/gi, ""));
