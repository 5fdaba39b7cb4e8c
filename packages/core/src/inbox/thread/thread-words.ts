import { ThreadMessageEntity } from "./thread-message.entity.ts";
import type { ThreadMessageRecord } from "./thread-store.ts";

/** What came in and what was answered in a conversation, newest first; not the campaign's own mails. */
export async function listThreadMessages(
  accountId: number,
  threadId: number,
  limit: number,
): Promise<ThreadMessageRecord[]> {
  const { data } = await ThreadMessageEntity.query
    .byThread({ accountId, threadId })
    .go({ limit, order: "desc" });
  return data;
}
