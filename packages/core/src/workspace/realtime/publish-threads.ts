import type { ThreadMessageRecord } from "../../inbox/thread/thread-store.ts";
import { visibleThreads } from "../../inbox/thread/visible-threads.ts";
import { pushToAccount } from "./push.ts";

/**
 * Notifies open screens of conversations in which an email came in or a reply moved on: one message an account. Runs on
 * new and changed emails of conversations. Safe to run twice.
 */
export async function publishThreads(
  mails: readonly Pick<ThreadMessageRecord, "accountId" | "threadId">[],
): Promise<void> {
  const news = new Map<number, Set<number>>();
  for (const { accountId, threadId } of mails) {
    news.set(accountId, (news.get(accountId) ?? new Set()).add(threadId));
  }
  for (const [accountId, threadIds] of news) {
    const thread_ids = [...threadIds].sort((one, other) => one - other);
    const type = "inbox" as const;
    await pushToAccount(accountId, { type, thread_ids }, async (scope) => {
      const visible = await visibleThreads(accountId, scope, thread_ids);
      return visible.size > 0
        ? { type, thread_ids: thread_ids.filter((id) => visible.has(id)) }
        : undefined;
    });
  }
}
