import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { INSTANT } from "../../instant-attribute.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import { REMINDER_STATUSES } from "./reminder.schema.ts";

export const REMINDER_SHARDS = 4;

/**
 * A note of a user to themselves about a lead, shown at its time.
 *
 * `byDue` tells the clock which reminders are due, while they are SCHEDULED.
 */
export const ReminderEntity = new Entity(
  {
    model: { service: "thaw", entity: "reminder", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      reminderId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      leadId: { type: "number", required: true },
      threadId: { type: "number" },
      note: { type: "string", required: true },
      dueAt: { type: INSTANT, required: true },
      onlyIfNoReply: { type: "boolean", required: true },
      status: { type: REMINDER_STATUSES, required: true },
      createdBy: { type: "number", required: true },
      createdAt: { type: INSTANT, required: true },
      sentAt: { type: INSTANT },
      /** Who mails it has until then; a later worker takes over. */
      mailLeaseUntil: { type: INSTANT },
      mailedAt: { type: INSTANT },
      dismissedAt: { type: INSTANT },
      reminderShard: { type: "number" },
      wakesAt: { type: INSTANT },
      /** "7.12": the reminders of a lead, listed by `listedAt`. */
      list: { type: "string", required: true },
      listedAt: { type: INSTANT, required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["reminderId"] },
      },
      byDue: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["reminderShard"] },
        sk: { field: "gsi1sk", composite: ["wakesAt"] },
      },
      byLead: {
        index: "gsi2",
        pk: { field: "gsi2pk", composite: ["list"] },
        sk: { field: "gsi2sk", composite: ["listedAt"] },
      },
    },
  },
  { client, table },
);

export const reminderIds = idSequence("reminder");

export const reminderErasure = erasedWithAccount(["reminders"], ReminderEntity);
