import { NoteEntity } from "./note.entity.ts";

/** Forgets a lead's notes for good. */
export async function eraseNotes(accountId: number, leadId: number): Promise<void> {
  const { data } = await NoteEntity.query
    .byLead({ accountId, leadId })
    .go({ pages: "all", consistent: true, attributes: ["accountId", "leadId", "noteId"] });
  if (data.length > 0) await NoteEntity.delete(data).go();
}
