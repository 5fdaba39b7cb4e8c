import { eraseFound } from "@thaw/data/erase-found";
import { ReminderEntity } from "./reminder.entity.ts";

/** Forgets every reminder of an account. Its conversations go too. */
export const eraseAllReminders = (accountId: number) =>
  eraseFound(
    (page) => ReminderEntity.query.byAccount({ accountId }).go(page),
    (row) => ReminderEntity.delete(row),
  );
