import { commit, TransactionRefused } from "@thaw/data/transact";
import type { EntityItem } from "electrodb";
import { findClaim, takeClaim } from "../claim/claim.ts";
import { notFound } from "../error.ts";
import { nextId } from "../id-block/id-block.ts";
import { NOT_ASSIGNED } from "./inbox.schema.ts";
import { ThreadEntity } from "./thread.entity.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";

export type ThreadRecord = EntityItem<typeof ThreadEntity>;
export type ThreadMessageRecord = EntityItem<typeof ThreadMessageEntity>;

export type NewThread = Pick<
  ThreadRecord,
  "mailboxId" | "mailboxEmail" | "email" | "name" | "subject"
> &
  Partial<Pick<ThreadRecord, "campaignId" | "leadId" | "sendId">>;

const seenClaim = (accountId: number, messageKey: string) => ({
  scope: accountId,
  kind: "received-mail",
  value: messageKey,
});

const threadClaim = (accountId: number, threadKey: string) => ({
  scope: accountId,
  kind: "thread",
  value: threadKey,
});

/** Whether this mail was stored before, from whatever folder. */
export async function isStored(accountId: number, messageKey: string): Promise<boolean> {
  return (await findClaim(seenClaim(accountId, messageKey))) !== undefined;
}

export async function findThread(
  accountId: number,
  threadId: number,
): Promise<ThreadRecord | undefined> {
  const { data } = await ThreadEntity.get({ accountId, threadId }).go({ consistent: true });
  return data ?? undefined;
}

/** @throws AppError not_found */
export async function requireThread(accountId: number, threadId: number): Promise<ThreadRecord> {
  const thread = await findThread(accountId, threadId);
  if (!thread) throw notFound("conversation");
  return thread;
}

/** The thread that belongs to a key such as "lead:5:12"; made when there is none. */
export async function threadFor(
  accountId: number,
  threadKey: string,
  make: () => NewThread,
  at: string,
): Promise<ThreadRecord> {
  const claim = threadClaim(accountId, threadKey);
  const known = await findClaim(claim);
  if (known) return requireThread(accountId, known.ownerId);
  const threadId = await nextId(accountId, "thread");
  const thread: ThreadRecord = {
    ...make(),
    accountId,
    threadId,
    snippet: "",
    lastAt: at,
    isArchived: false,
    categoryId: NOT_ASSIGNED,
    box: `${accountId}.inbox`,
    boxAt: at,
  };
  try {
    await commit([takeClaim(claim, { accountId, ownerId: threadId }), ThreadEntity.create(thread)]);
    return thread;
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    return threadFor(accountId, threadKey, make, at);
  }
}

/**
 * Stores a received mail in its thread once and brings the thread to the top of the inbox, unread when a person wrote.
 *
 * @returns false when the mail was stored before
 */
export async function storeInbound(
  thread: ThreadRecord,
  message: Omit<ThreadMessageRecord, "accountId" | "threadId" | "direction">,
  top: { snippet: string; references: string[]; isUnread: boolean },
): Promise<boolean> {
  const { accountId, threadId } = thread;
  const isNewest = message.at >= thread.lastAt;
  const change = ThreadEntity.patch({ accountId, threadId }).set({
    ...(isNewest
      ? {
          snippet: top.snippet,
          lastAt: message.at,
          ...(message.messageId ? { lastMessageId: message.messageId } : {}),
          references: top.references,
          boxAt: message.at,
        }
      : { boxAt: thread.boxAt }),
    box: `${accountId}.inbox`,
    isArchived: false,
    ...(top.isUnread ? { unreadBox: `${accountId}.unread`, unreadAt: message.at } : {}),
  });
  try {
    await commit([
      takeClaim(seenClaim(accountId, message.messageKey), { accountId, ownerId: threadId }),
      ThreadMessageEntity.create({ ...message, accountId, threadId, direction: "in" }),
      change,
    ]);
    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}
