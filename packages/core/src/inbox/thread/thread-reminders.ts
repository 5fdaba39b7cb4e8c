import type { PendingWrite } from "@thaw/data/transact";
import { AppError } from "../../error.ts";
import { changeThread, findThreadOf, type ThreadRecord } from "./thread-store.ts";

type ThreadKey = { accountId: number; threadId: number };
export type ThreadReminder = { reminderId: number; dueAt: string };

const MOST_REMINDERS = 20;

const entryOf = ({ reminderId, dueAt }: ThreadReminder) => `${dueAt}#${reminderId}`;

/** A thread is in Reminders from here on; refused with the other writes, which gives undefined. */
export async function addThreadReminder(
  key: ThreadKey,
  reminder: ThreadReminder,
  along: PendingWrite[],
): Promise<ThreadRecord | undefined> {
  return changeThread(
    key,
    ({ reminders = [] }) => ({
      reminders: [...without(reminders, reminder.reminderId), entryOf(reminder)],
    }),
    () => along,
  );
}

/** The thread leaves Reminders with its last one. */
export async function dropThreadReminder(
  key: ThreadKey,
  reminderId: number,
  along: PendingWrite[],
): Promise<ThreadRecord | undefined> {
  return changeThread(
    key,
    ({ reminders = [] }) => ({ reminders: without(reminders, reminderId) }),
    () => along,
  );
}

/** @throws AppError conflict */
export function requireRoomForReminder({ reminders = [] }: Pick<ThreadRecord, "reminders">): void {
  if (reminders.length < MOST_REMINDERS) return;
  throw new AppError("conflict", "inbox.mostReminders", { most: MOST_REMINDERS });
}

const without = (reminders: readonly string[], reminderId: number) =>
  reminders.filter((entry) => !entry.endsWith(`#${reminderId}`));

/** The conversation with a lead in which something was said last. */
export async function findLatestThread(
  accountId: number,
  leadId: number,
  campaignIds: readonly number[],
): Promise<ThreadRecord | undefined> {
  const threads = await Promise.all(
    campaignIds.map((campaignId) => findThreadOf(accountId, `lead:${campaignId}:${leadId}`)),
  );
  return threads
    .filter((thread) => thread !== undefined)
    .sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1))[0];
}
