import { batchDelete } from "@thaw/data/batch-write";
import { concurrently } from "@thaw/data/concurrently";
import { eraseFound } from "@thaw/data/erase-found";
import type { PendingWrite } from "@thaw/data/transact";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { ErasedMailEntity } from "./erased-mail.entity.ts";
import { RemovalRequestEntity } from "./removal-request.entity.ts";
import { ThreadEntity } from "./thread.entity.ts";
import { ThreadListingEntity } from "./thread-listing.entity.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";
import { dropThreadKey, seenClaim, type ThreadRecord } from "./thread-store.ts";

const WIDTH = 8;

/**
 * Deletes an account's conversations: their emails, the claims that these were received, their listings, and the
 * conversations themselves last. Bodies and attachments go with the account's other files.
 */
export const conversationErasure = erasedWithAccount(["conversations"], {
  entities: ["erasedMail", "removalRequest", "thread", "threadMessage", "threadListing"],
  async *erase(accountId) {
    yield* eraseFound(
      (page) => ThreadEntity.query.byAccount({ accountId }).go(page),
      (row) => ThreadEntity.delete(row),
      async (rows) => (await concurrently(rows, WIDTH, beneath)).flat(),
    );
    yield* eraseFound(
      (page) => ErasedMailEntity.query.byAccount({ accountId }).go(page),
      (row) => ErasedMailEntity.delete(row),
      (rows) => rows.map(({ messageKey }) => dropClaim(seenClaim(accountId, messageKey))),
    );
  },
});

async function beneath(thread: ThreadRecord): Promise<PendingWrite[]> {
  const { accountId, threadId } = thread;
  const key = { accountId, threadId };
  const mails = eraseFound(
    (page) => ThreadMessageEntity.query.byThread(key).go(page),
    (row) => ThreadMessageEntity.delete(row),
    (rows) => rows.map(({ messageKey }) => dropClaim(seenClaim(accountId, messageKey))),
  );
  for await (const _ of mails);
  const { data: listings } = await ThreadListingEntity.query
    .byThread(key)
    .go({ pages: "all", consistent: true });
  await batchDelete(listings.map((listing) => ThreadListingEntity.delete(listing)));
  return [RemovalRequestEntity.delete(key), ...dropThreadKey(thread)];
}
