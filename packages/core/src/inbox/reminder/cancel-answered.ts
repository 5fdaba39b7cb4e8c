import { isPersonsReply, type PersonsReply } from "../thread/replies-among.ts";
import { findThread, type ThreadMessageRecord } from "../thread/thread-store.ts";
import { listThreadMessages } from "../thread/thread-words.ts";
import { ReminderEntity } from "./reminder.entity.ts";
import { listOf, type ReminderRecord, writeWithoutThread } from "./reminder-record.ts";

/** A mail is read some minutes after it arrived: a reminder that was made meanwhile knew nothing of it. */
const UNREAD_MS = 15 * 60_000;
/** Mails of a conversation that are looked at. */
const NEWEST = 20;

/** Cancels reminders that ask for silence once the lead has written. Safe to run twice. */
export async function cancelAnsweredReminders(
  mails: readonly ThreadMessageRecord[],
): Promise<void> {
  for (const mail of mails) if (isPersonsReply(mail)) await cancelOf(mail);
}

async function cancelOf({ accountId, threadId, at }: PersonsReply): Promise<void> {
  const thread = await findThread(accountId, threadId);
  if (thread?.leadId === undefined) return;
  const { data } = await ReminderEntity.query
    .byLead({ list: listOf(accountId, thread.leadId) })
    .go({ pages: "all", hydrate: true });
  for (const reminder of data) if (isAnswered(reminder, at)) await cancel(reminder);
}

const isAnswered = ({ status, onlyIfNoReply, createdAt }: ReminderRecord, at: string) =>
  status === "SCHEDULED" && onlyIfNoReply && Date.parse(at) + UNREAD_MS >= Date.parse(createdAt);

/**
 * Returns whether a reminder that asks for silence was cancelled because the lead wrote, where the stream has not
 * delivered that yet.
 */
export async function cancelIfAnswered(
  reminder: ReminderRecord,
  threadIds: ReadonlySet<number>,
): Promise<boolean> {
  if (!reminder.onlyIfNoReply) return false;
  for (const threadId of threadIds) {
    const messages = await listThreadMessages(reminder.accountId, threadId, NEWEST);
    const replies = messages.filter(isPersonsReply);
    if (replies.some(({ at }) => isAnswered(reminder, at))) return cancel(reminder);
  }
  return false;
}

const cancel = (reminder: ReminderRecord) =>
  writeWithoutThread(
    reminder,
    ReminderEntity.delete(reminder).where(
      (row, op) => `${op.eq(row.status, "SCHEDULED")} AND ${op.eq(row.onlyIfNoReply, true)}`,
    ),
  );
