import { writeIfExpected } from "@thaw/data/condition";
import { findUser } from "../../accounts/user/user-record.ts";
import { now, nowIso, spanOf, toIso } from "../../clock.ts";
import { findLeads, type LeadRecord } from "../../leads/lead/lead-record.ts";
import { enqueue } from "../../queue.ts";
import { cancelIfAnswered } from "./cancel-answered.ts";
import { REMINDER_SHARDS, ReminderEntity } from "./reminder.entity.ts";
import { mailReminder } from "./reminder-mail.ts";
import {
  findReminder,
  type ReminderKey,
  type ReminderRecord,
  threadToRaise,
  writeWithoutThread,
  writeWithThread,
} from "./reminder-record.ts";

/** A tick takes so many of a shard; the rest stays due for the next minute. */
const MOST_A_TICK = 500;
const MAIL_LEASE_MS = 60_000;

/** Queues a job for every reminder whose time has come. A job too many does nothing. */
export async function queueDueReminders(): Promise<void> {
  const until = nowIso();
  await Promise.all(
    Array.from({ length: REMINDER_SHARDS }, async (_, reminderShard) => {
      const { data } = await ReminderEntity.query
        .byDue({ reminderShard })
        .lte({ wakesAt: until })
        .go({ limit: MOST_A_TICK, hydrate: true });
      await enqueue(
        "remind",
        data.map(({ accountId, reminderId }) => ({ job: { accountId, reminderId } })),
      );
    }),
  );
}

/**
 * SCHEDULED → SENT once it is due, and an email to the user who made it. Of any number of runs one does it; a mail that could not
 * be delivered throws, and the next run tries it again.
 */
export async function fireReminder(key: ReminderKey): Promise<void> {
  const reminder = await findReminder(key);
  if (!reminder || reminder.dueAt > nowIso()) return;
  const lead = (await findLeads(reminder.accountId, [reminder.leadId])).get(reminder.leadId);
  if (!lead) {
    await writeWithoutThread(reminder, ReminderEntity.delete(key));
    return;
  }
  const isMine = reminder.status === "SCHEDULED" ? send(reminder, lead) : takeOverMail(reminder);
  if (!(await isMine)) return;
  const creator = await findUser({ accountId: key.accountId, userId: reminder.createdBy });
  if (creator?.status === "active") await mailReminder(creator, reminder, lead);
  await writeIfExpected(
    ReminderEntity.patch(key)
      .set({ mailedAt: nowIso() })
      .where((row, op) => op.eq(row.status, "SENT")),
  );
}

async function send(reminder: ReminderRecord, lead: LeadRecord): Promise<boolean> {
  const { accountId, reminderId, leadId, dueAt } = reminder;
  // The lead may have written for the first time since the reminder was made.
  const latest =
    reminder.threadId === undefined || reminder.onlyIfNoReply
      ? (await threadToRaise(accountId, leadId, lead.campaignIds))?.threadId
      : undefined;
  const threadId = reminder.threadId ?? latest;
  const threads = new Set([reminder.threadId ?? [], latest ?? []].flat());
  if (await cancelIfAnswered(reminder, threads)) return false;
  const write = ReminderEntity.patch({ accountId, reminderId })
    .set({
      status: "SENT",
      sentAt: nowIso(),
      mailLeaseUntil: leaseEnd(),
      ...(threadId === undefined ? {} : { threadId }),
    })
    .remove(["reminderShard", "wakesAt"])
    .where((row, op) => `${op.eq(row.status, "SCHEDULED")} AND ${op.eq(row.dueAt, dueAt)}`);
  return writeWithThread({ ...reminder, threadId }, write);
}

/** The worker that sent it died before the email was delivered to the server. */
async function takeOverMail({ accountId, reminderId, mailedAt }: ReminderRecord): Promise<boolean> {
  if (mailedAt !== undefined) return false;
  return writeIfExpected(
    ReminderEntity.patch({ accountId, reminderId })
      .set({ mailLeaseUntil: leaseEnd() })
      .where(
        (row, op) => `${op.notExists(row.mailedAt)} AND ${op.lt(row.mailLeaseUntil, nowIso())}`,
      ),
  );
}

const leaseEnd = () => toIso(now() + spanOf(MAIL_LEASE_MS));
