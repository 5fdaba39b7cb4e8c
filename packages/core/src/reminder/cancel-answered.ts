import * as v from "valibot";
import { findThread } from "../inbox/thread-store.ts";
import { ReminderEntity } from "./reminder.entity.ts";
import { listOf, type ReminderRecord, writeWithoutThread } from "./reminder-record.ts";

/** A mail is read some minutes after it arrived: a reminder that was made meanwhile knew nothing of it. */
const UNREAD_MS = 15 * 60_000;

const ReplyImage = v.object({
  __edb_e__: v.literal("threadMessage"),
  direction: v.literal("in"),
  kind: v.literal("human"),
  accountId: v.number(),
  threadId: v.number(),
  at: v.string(),
});
type Reply = v.InferOutput<typeof ReplyImage>;

/**
 * Who wrote needs no "if they do not reply": such reminders go, among new records of the table, given as plain objects.
 * Safe to run twice.
 */
export async function cancelAnsweredReminders(
  records: readonly Record<string, unknown>[],
): Promise<void> {
  for (const record of records) {
    const parsed = v.safeParse(ReplyImage, record);
    if (parsed.success) await cancelOf(parsed.output);
  }
}

async function cancelOf({ accountId, threadId, at }: Reply): Promise<void> {
  const thread = await findThread(accountId, threadId);
  if (thread?.leadId === undefined) return;
  const { data } = await ReminderEntity.query
    .byLead({ list: listOf(accountId, thread.leadId) })
    .go({ pages: "all", hydrate: true });
  for (const reminder of data) if (isAnswered(reminder, at)) await cancel(reminder);
}

const isAnswered = ({ status, onlyIfNoReply, createdAt }: ReminderRecord, at: string) =>
  status === "SCHEDULED" && onlyIfNoReply && Date.parse(at) + UNREAD_MS >= Date.parse(createdAt);

const cancel = (reminder: ReminderRecord) =>
  writeWithoutThread(
    reminder,
    ReminderEntity.delete(reminder).where(
      (row, op) => `${op.eq(row.status, "SCHEDULED")} AND ${op.eq(row.onlyIfNoReply, true)}`,
    ),
  );
