import { readIds } from "./message-ids.ts";

/** What a mail in a thread says of the one before it. */
export type ThreadHeaders = { subject: string; inReplyTo: string; references: string[] };

// RFC 5322 3.6.4 sets no limit; a field of more than a few thousand bytes gets mail refused.
const MAX_REFERENCES = 20;

const REPLY_PREFIX =
  /^(?:\s*(?:re|aw|antw|wg|sv|vs|rv|r|res|ref|odp|отв|ответ|回复|答复)(?:\[\d+\])?\s?[:：])+\s*/iu;

/** Headers of a mail that continues the thread of `previous`, whatever its own subject would be. */
export function continueThread(previous: {
  messageId: string;
  subject: string;
  references?: string[];
}): ThreadHeaders {
  const subject = previous.subject.replace(REPLY_PREFIX, "").trim();
  return {
    subject: `Re: ${subject}`.trim(),
    inReplyTo: previous.messageId,
    references: capReferences([...(previous.references ?? []), previous.messageId]),
  };
}

/** The chain without repetitions; a long one keeps its root and its newest members. */
export function capReferences(references: string[]): string[] {
  const chain = [...new Set(references.flatMap((one) => readIds(one)))];
  if (chain.length <= MAX_REFERENCES) return chain;
  return [...chain.slice(0, 1), ...chain.slice(1 - MAX_REFERENCES)];
}
