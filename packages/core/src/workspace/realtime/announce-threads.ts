import * as v from "valibot";
import { reachedThreads } from "../../inbox/thread/reach-threads.ts";
import { pushToAccount } from "./push.ts";

const ThreadMessageImage = v.object({
  __edb_e__: v.literal("threadMessage"),
  accountId: v.number(),
  threadId: v.number(),
});

/**
 * Tells open screens in which conversations something came in or an answer moved on, among new and changed records of the
 * table, given as plain objects: one message an account. Telling again does no harm.
 */
export async function announceThreads(records: readonly Record<string, unknown>[]): Promise<void> {
  const news = new Map<number, Set<number>>();
  for (const record of records) {
    const parsed = v.safeParse(ThreadMessageImage, record);
    if (!parsed.success) continue;
    const { accountId, threadId } = parsed.output;
    news.set(accountId, (news.get(accountId) ?? new Set()).add(threadId));
  }
  for (const [accountId, threadIds] of news) {
    const thread_ids = [...threadIds].sort((one, other) => one - other);
    const type = "inbox" as const;
    await pushToAccount(accountId, { type, thread_ids }, async (scope) => {
      const reached = await reachedThreads(accountId, scope, thread_ids);
      return reached.size > 0
        ? { type, thread_ids: thread_ids.filter((id) => reached.has(id)) }
        : undefined;
    });
  }
}
