import { takeClaim } from "../../kernel/claim/claim.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";
import {
  changeThread,
  seenClaim,
  type ThreadMessageRecord,
  type ThreadRecord,
} from "./thread-store.ts";

/** `messageId` with its angle brackets; absent where the email has none. */
type Ours = { at: string; snippet: string; messageId?: string | undefined };

/**
 * The change that an email of ours makes to its conversation: it leaves Inbox for Sent, unless something newer is there
 * already.
 */
export function withOurs(
  { answeredAt = "", lastAt, lastMessageId, references = [] }: ThreadRecord,
  { at, snippet, messageId }: Ours,
): Partial<ThreadRecord> {
  return {
    answeredAt: answeredAt > at ? answeredAt : at,
    ...(lastAt > at
      ? {}
      : {
          ...(messageId
            ? {
                lastMessageId: messageId,
                references: [...references, ...(lastMessageId ? [lastMessageId] : [])].slice(-20),
              }
            : {}),
          snippet,
          lastAt: at,
          state: "answered" as const,
          isUnread: false,
        }),
  };
}

/** Stores an email that left from another program in its conversation, once. Returns false when it was stored before. */
export async function storeOurs(
  thread: ThreadRecord,
  message: Omit<ThreadMessageRecord, "accountId" | "threadId" | "direction" | "status" | "kind">,
  snippet: string,
): Promise<boolean> {
  const { accountId, threadId } = thread;
  const { at, messageKey, messageId } = message;
  const stored = await changeThread(
    thread,
    (before) => withOurs(before, { at, snippet, messageId }),
    () => [
      takeClaim(seenClaim(accountId, messageKey), { accountId, ownerId: threadId }),
      ThreadMessageEntity.create({ ...message, accountId, threadId, direction: "out" }),
    ],
  );
  return stored !== undefined;
}

const MOST_READ = 100;

/** The newest emails of a conversation, campaign mails left out. */
export async function readNewest({
  accountId,
  threadId,
}: ThreadRecord): Promise<ThreadMessageRecord[]> {
  const { data } = await ThreadMessageEntity.query
    .byThread({ accountId, threadId })
    .go({ limit: MOST_READ, order: "desc", consistent: true });
  return data;
}
