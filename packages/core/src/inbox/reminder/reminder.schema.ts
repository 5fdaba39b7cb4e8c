import { boundText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { Id, Instant, PageInput } from "../../page.schema.ts";

export const REMINDER_STATUSES = ["SENT", "SCHEDULED"] as const;

const LONGEST_NOTE = 1_000;

const note = v.pipe(v.string(), v.trim(), v.maxLength(LONGEST_NOTE, boundText("reminderTooLong")));
/** Forms send "true" and "false". */
const Switch = v.pipe(
  v.union([v.boolean(), v.picklist(["true", "false"])]),
  v.transform((value) => value === true || value === "true"),
);

export const CreateReminder = v.object({
  lead_id: Id,
  /** The conversation that comes back; the lead's latest one when not given. */
  thread_id: v.optional(Id),
  note: v.optional(note),
  due_at: Instant,
  /** A reply of the lead cancels it. */
  only_if_no_reply: v.optional(Switch, false),
});
export const ReminderId = v.object({ reminder_id: Id });
export const UpdateReminder = v.object({
  reminder_id: Id,
  note: v.optional(note),
  due_at: v.optional(Instant),
  only_if_no_reply: v.optional(Switch),
});
/** A whole form: a note that is left out is empty. */
export const SaveReminder = v.object({
  reminder_id: Id,
  note: v.optional(note),
  due_at: Instant,
  only_if_no_reply: Switch,
});
export const ListReminders = v.object({
  ...PageInput,
  lead_id: Id,
  order: v.optional(v.picklist(["soonest", "latest"]), "soonest"),
});

export const Reminder = v.object({
  id: v.number(),
  lead_id: v.number(),
  thread_id: v.optional(v.number()),
  note: v.string(),
  due_at: v.string(),
  only_if_no_reply: v.boolean(),
  status: v.picklist(REMINDER_STATUSES),
  created_by: v.number(),
  created_at: v.string(),
  sent_at: v.optional(v.string()),
  /** It was sent, and someone has put it away. */
  dismissed_at: v.optional(v.string()),
});
export type Reminder = v.InferOutput<typeof Reminder>;
