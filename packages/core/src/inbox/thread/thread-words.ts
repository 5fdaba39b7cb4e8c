import { ThreadMessageEntity } from "./thread-message.entity.ts";
import type { ThreadMessageRecord } from "./thread-store.ts";

/** The emails received and the replies written in a conversation, newest first, without the campaign's own emails. */
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
