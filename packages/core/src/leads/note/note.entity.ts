import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithLead } from "../../kernel/erasure/declare.ts";
import { idSequence } from "../../kernel/id-block/id-block.ts";

/** A note about a lead, in plain text. */
export const NoteEntity = new Entity(
  {
    model: { service: "thaw", entity: "note", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      leadId: { type: "number", required: true },
      noteId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      text: { type: "string", required: true },
      authorId: { type: "number", required: true },
      createdAt: { type: "string", required: true },
      editedAt: { type: "string" },
      /** Shown nowhere any more; can be restored while the record is there. */
      deletedAt: { type: "string" },
      ttl: { type: "number" },
    },
    indexes: {
      byLead: {
        pk: { field: "pk", composite: ["accountId", "leadId"] },
        sk: { field: "sk", composite: ["noteId"] },
      },
    },
  },
  { client, table },
);

export const noteIds = idSequence("note");

export const noteErasure = erasedWithLead(NoteEntity, { ids: noteIds });
