import * as v from "valibot";
import { enqueue } from "../queue.ts";

const ReplyImage = v.object({
  __edb_e__: v.literal("threadMessage"),
  direction: v.literal("in"),
  kind: v.literal("human"),
  accountId: v.number(),
  threadId: v.number(),
  at: v.string(),
  messageKey: v.string(),
});

/** Queues what people wrote for AI, among new records of the table, given as plain objects. A job too many does nothing. */
export async function queueReplies(records: readonly Record<string, unknown>[]): Promise<void> {
  const jobs = records.flatMap((record) => {
    const parsed = v.safeParse(ReplyImage, record);
    if (!parsed.success) return [];
    const { accountId, threadId, at, messageKey } = parsed.output;
    return [{ job: { accountId, threadId, at, messageKey, try: 0 } }];
  });
  await enqueue("categorise", jobs);
}
