import { pageOptions } from "@thaw/data/page-options";
import { ThreadListingEntity } from "./thread-listing.entity.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";

/** "7.category-12": the conversations of an account that have a category, listed by their last message. */
export const categoryBox = (accountId: number, categoryId: number) =>
  `${accountId}.category-${categoryId}`;

/** Conversations that have a category, newest first, as an index that lags behind knows them. */
export async function listInCategory(
  accountId: number,
  categoryId: number,
  limit: number,
): Promise<{ threadIds: number[]; hasMore: boolean }> {
  const box = categoryBox(accountId, categoryId);
  const { data, cursor } = await ThreadListingEntity.query
    .byBox({ box })
    .go({ ...pageOptions(limit), order: "desc", hydrate: true });
  // The listing itself is newer than the index.
  const threadIds = data.filter((listing) => listing.box === box).map(({ threadId }) => threadId);
  return { threadIds, hasMore: cursor !== null };
}

export type Reply = { at: string; text: string };

/** What a person wrote to us, without quotes; undefined for anything else. */
export async function findReply(
  accountId: number,
  messageKeys: { threadId: number; at: string; messageKey: string },
): Promise<Reply | undefined> {
  const { threadId, at, messageKey } = messageKeys;
  const { data } = await ThreadMessageEntity.get({ accountId, threadId, at, messageKey }).go({
    consistent: true,
  });
  return data?.direction === "in" && data.kind === "human" ? { at, text: data.text } : undefined;
}
