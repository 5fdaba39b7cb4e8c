import { erasedWithLead } from "../../kernel/erasure/declare.ts";
import { ReminderEntity } from "./reminder.entity.ts";
import { listOf, writeWithoutThread } from "./reminder-record.ts";

/** Deletes a lead's reminders for good. One that an index does not know yet goes when its time comes. */
export const leadReminderErasure = erasedWithLead({
  entities: ["reminder"],
  async *erase({ accountId, leadId }) {
    const { data } = await ReminderEntity.query
      .byLead({ list: listOf(accountId, leadId) })
      .go({ pages: "all", hydrate: true });
    for (const reminder of data) {
      await writeWithoutThread(reminder, ReminderEntity.delete(reminder));
    }
    yield data.length;
  },
});
