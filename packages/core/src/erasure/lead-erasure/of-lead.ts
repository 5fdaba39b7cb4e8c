// Written by `npm run generate`: do not edit.
import { leadReminderErasure } from "../../inbox/reminder/erase-reminders.ts";
import { leadTaskErasure } from "../../inbox/task/erase-tasks.ts";
import type { LeadErasure } from "../../kernel/erasure/declare.ts";
import { noteErasure } from "../../leads/note/note.entity.ts";

export const LEAD_ERASURES: readonly LeadErasure[] = [
  leadReminderErasure,
  leadTaskErasure,
  noteErasure,
];
