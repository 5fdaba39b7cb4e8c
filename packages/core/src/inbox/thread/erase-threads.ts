import { deleteObject } from "@thaw/data/bucket";
import { commit, commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { ErasedMailEntity } from "./erased-mail.entity.ts";
import { RemovalRequestEntity } from "./removal-request.entity.ts";
import { ThreadEntity } from "./thread.entity.ts";
import { ThreadListingEntity } from "./thread-listing.entity.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";
import { dropThreadKey, type ThreadRecord } from "./thread-store.ts";

const PER_WRITE = 40;

export type Tally = (counts: {
  conversations?: number;
  mails?: number;
  files?: number;
}) => PendingWrite;

/** Conversations with a person: by lead, or by an address of theirs. Reads the account's conversations, a page at a time. */
export async function findThreadsWith(
  accountId: number,
  leadId: number,
  addresses: readonly string[],
): Promise<ThreadRecord[]> {
  const { data } = await ThreadEntity.query
    .byAccount({ accountId })
    .where((row, op) =>
      [op.eq(row.leadId, leadId), ...addresses.map((email) => op.eq(row.email, email))].join(
        " OR ",
      ),
    )
    .go({ pages: "all", consistent: true });
  return data;
}

/**
 * Deletes a conversation for good: its emails and their bodies in the bucket, its listings, and itself last. The hash of
 * each received email stays, or the next poll of the mailbox would store the email again. Safe to run twice.
 *
 * @param tally what counts, in the same transaction, what goes
 */
export async function eraseThread(thread: ThreadRecord, tally: Tally): Promise<void> {
  const { accountId, threadId } = thread;
  for (;;) {
    const { data: mails } = await ThreadMessageEntity.query
      .byThread({ accountId, threadId })
      .go({ limit: PER_WRITE, consistent: true });
    if (mails.length === 0) break;
    const bodies = mails.flatMap(({ bodyKey }) => bodyKey ?? []);
    await Promise.all(bodies.map((key) => deleteObject(key)));
    await commit([
      ...mails.map(({ at, messageKey }) =>
        ThreadMessageEntity.delete({ accountId, threadId, at, messageKey }),
      ),
      ...mails
        // What was read from the mailbox, be it the person's or ours, has no status.
        .filter(({ status }) => status === undefined)
        .map(({ messageKey }) => ErasedMailEntity.put({ accountId, messageKey })),
      tally({ mails: mails.length, files: bodies.length }),
    ]);
  }
  const { data: listings } = await ThreadListingEntity.query
    .byThread({ accountId, threadId })
    .go({ pages: "all", consistent: true });
  const isErased = await commitIfExpected([
    ThreadEntity.delete({ accountId, threadId }).where((row, op) =>
      op.eq(row.revision, thread.revision),
    ),
    ...listings.map(({ place }) => ThreadListingEntity.delete({ accountId, threadId, place })),
    RemovalRequestEntity.delete({ accountId, threadId }),
    ...dropThreadKey(thread),
    tally({ conversations: 1 }),
  ]);
  if (isErased) return;
  // Something came in meanwhile.
  const { data: next } = await ThreadEntity.get({ accountId, threadId }).go({ consistent: true });
  if (next) await eraseThread(next, tally);
}
