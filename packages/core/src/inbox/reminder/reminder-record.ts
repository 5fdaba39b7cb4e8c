import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import type { EntityItem } from "electrodb";
import { notFound } from "../../error.ts";
import {
  addThreadReminder,
  dropThreadReminder,
  findLatestThread,
} from "../thread/thread-reminders.ts";
import type { ThreadRecord } from "../thread/thread-store.ts";
import { REMINDER_SHARDS, ReminderEntity } from "./reminder.entity.ts";
import type { Reminder } from "./reminder.schema.ts";

export type ReminderRecord = EntityItem<typeof ReminderEntity>;
export type ReminderKey = { accountId: number; reminderId: number };

/** Of the newest campaigns; a conversation of an older one is named where it shall come back. */
const MOST_CAMPAIGNS = 20;

export async function findReminder(key: ReminderKey): Promise<ReminderRecord | undefined> {
  const { accountId, reminderId } = key;
  const { data } = await ReminderEntity.get({ accountId, reminderId }).go({ consistent: true });
  return data ?? undefined;
}

/** @throws AppError not_found */
export async function requireReminder(key: ReminderKey): Promise<ReminderRecord> {
  const reminder = await findReminder(key);
  if (!reminder) throw notFound("reminder");
  return reminder;
}

export const listOf = (accountId: number, leadId: number) => `${accountId}.${leadId}`;

/** The attributes by which the clock finds a reminder and by which it is listed, while it is SCHEDULED. */
export const scheduled = ({ accountId, leadId, reminderId, dueAt }: Scheduled) => ({
  status: "SCHEDULED" as const,
  dueAt,
  reminderShard: reminderId % REMINDER_SHARDS,
  wakesAt: dueAt,
  list: listOf(accountId, leadId),
  listedAt: dueAt,
});
type Scheduled = Pick<ReminderRecord, "accountId" | "leadId" | "reminderId" | "dueAt">;

/** Writes a reminder that its thread shows, all or none; false where a condition did not hold. */
export async function writeWithThread(
  reminder: Scheduled & { threadId?: number | undefined },
  write: PendingWrite,
  condition: PendingWrite[] = [],
): Promise<boolean> {
  const { accountId, threadId } = reminder;
  const writes = [write, ...condition];
  if (threadId !== undefined) {
    return (await addThreadReminder({ accountId, threadId }, reminder, writes)) !== undefined;
  }
  return commitIfExpected(writes);
}

/** Deletes or dismisses a reminder, and takes its thread out of Reminders with the last one. */
export async function writeWithoutThread(
  { accountId, threadId, reminderId }: ReminderRecord,
  write: PendingWrite,
): Promise<boolean> {
  if (threadId === undefined) return commitIfExpected([write]);
  return (await dropThreadReminder({ accountId, threadId }, reminderId, [write])) !== undefined;
}

/** The conversation that a reminder about a lead brings back. */
export async function threadToRaise(
  accountId: number,
  leadId: number,
  campaignIds: Iterable<number> | undefined,
): Promise<ThreadRecord | undefined> {
  const newest = [...(campaignIds ?? [])].sort((a, b) => b - a).slice(0, MOST_CAMPAIGNS);
  return findLatestThread(accountId, leadId, newest);
}

export const toReminder = (reminder: ReminderRecord): Reminder => ({
  id: reminder.reminderId,
  lead_id: reminder.leadId,
  ...(reminder.threadId === undefined ? {} : { thread_id: reminder.threadId }),
  note: reminder.note,
  due_at: reminder.dueAt,
  only_if_no_reply: reminder.onlyIfNoReply,
  status: reminder.status,
  created_by: reminder.createdBy,
  created_at: reminder.createdAt,
  ...(reminder.sentAt === undefined ? {} : { sent_at: reminder.sentAt }),
  ...(reminder.dismissedAt === undefined ? {} : { dismissed_at: reminder.dismissedAt }),
});
