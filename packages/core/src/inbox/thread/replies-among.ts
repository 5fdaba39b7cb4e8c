import * as v from "valibot";
import { StoredInstant } from "../../instant.schema.ts";

const ReplyImage = v.object({
  __edb_e__: v.literal("threadMessage"),
  direction: v.literal("in"),
  kind: v.literal("human"),
  accountId: v.number(),
  threadId: v.number(),
  at: StoredInstant,
  messageKey: v.string(),
  text: v.string(),
});
export type PersonsReply = v.InferOutput<typeof ReplyImage>;

/** What people wrote, among new records of the table, given as plain objects. */
export function repliesAmong(records: readonly Record<string, unknown>[]): PersonsReply[] {
  return records.flatMap((record) => {
    const parsed = v.safeParse(ReplyImage, record);
    return parsed.success ? [parsed.output] : [];
  });
}
