import type { Jobs } from "../../queue.schema.ts";
import { isPersonsReply } from "../thread/replies-among.ts";
import type { ThreadMessageRecord } from "../thread/thread-store.ts";

type Mail = Pick<
  ThreadMessageRecord,
  "accountId" | "threadId" | "at" | "messageKey" | "direction" | "kind"
>;

/** The job for AI of a new mail of a conversation, if a person wrote it to us. A job too many does nothing. */
export function categoriseJobOf(mail: Mail): Jobs["categorise"] | undefined {
  if (!isPersonsReply(mail)) return undefined;
  const { accountId, threadId, at, messageKey } = mail;
  return { accountId, threadId, at, messageKey, try: 0 };
}
