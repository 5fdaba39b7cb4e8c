import { enqueue } from "../../queue.ts";
import { repliesAmong } from "../thread/replies-among.ts";

/** Queues what people wrote for AI, among new records of the table, given as plain objects. A job too many does nothing. */
export async function queueReplies(records: readonly Record<string, unknown>[]): Promise<void> {
  const jobs = repliesAmong(records).map(({ accountId, threadId, at, messageKey }) => ({
    job: { accountId, threadId, at, messageKey, try: 0 },
  }));
  await enqueue("categorise", jobs);
}
