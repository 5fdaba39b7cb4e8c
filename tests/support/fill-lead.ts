import type { Actor } from "../../packages/core/src/actor.ts";
import { createReminder } from "../../packages/core/src/inbox/reminder/reminder.ts";
import { createTask } from "../../packages/core/src/inbox/task/task.ts";
import { LEAD_FIELDS } from "../../packages/core/src/leads/lead/lead.schema.ts";
import { updateLead } from "../../packages/core/src/leads/lead/lead.ts";
import { createNote } from "../../packages/core/src/leads/note/note.ts";

/** An instant that no test reaches. */
export const LATER = "2100-01-01T09:00:00.000Z";

/** Gives a lead all that people can write down of one, besides its address and its mails; each of it names `mark`. */
export async function fillLead(actor: Actor, lead_id: number, mark: string): Promise<void> {
  const values = LEAD_FIELDS.filter((name) => name !== "email").map((name) => [name, mark]);
  await updateLead(actor, {
    lead_id,
    ...Object.fromEntries(values),
    custom_fields: { remark: mark },
  });
  await createTask(actor, { title: mark, due_at: LATER, lead_id });
  await createNote(actor, { lead_id, text: mark });
  await createReminder(actor, { lead_id, due_at: LATER, note: mark });
}
