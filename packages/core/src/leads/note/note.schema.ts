import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { Id } from "../../page.schema.ts";

const LONGEST_NOTE = 5_000;

const text = v.pipe(
  v.string(issueText("writeSomething")),
  v.trim(),
  v.nonEmpty(issueText("writeSomething")),
  v.maxLength(LONGEST_NOTE, boundText("noteTooLong")),
);

export const CreateNote = v.object({ lead_id: Id, text });
export const NoteId = v.object({ lead_id: Id, note_id: Id });
export const UpdateNote = v.object({ lead_id: Id, note_id: Id, text });

export const Note = v.object({
  id: v.number(),
  lead_id: v.number(),
  /** Plain text. */
  text: v.string(),
  author_id: v.number(),
  created_at: v.string(),
  /** When someone last changed its words. */
  edited_at: v.optional(v.string()),
});
export type Note = v.InferOutput<typeof Note>;
