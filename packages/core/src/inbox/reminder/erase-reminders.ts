import { ReminderEntity } from "./reminder.entity.ts";
import { listOf, writeWithoutThread } from "./reminder-record.ts";

/** Forgets a lead's reminders for good. One that an index does not know yet goes when its time comes. */
export async function eraseReminders(accountId: number, leadId: number): Promise<void> {
  const { data } = await ReminderEntity.query
    .byLead({ list: listOf(accountId, leadId) })
    .go({ pages: "all", hydrate: true });
  for (const reminder of data) await writeWithoutThread(reminder, ReminderEntity.delete(reminder));
}
