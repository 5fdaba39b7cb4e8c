import { writeIfExpected } from "@thaw/data/condition";
import { pageOptions } from "@thaw/data/page-options";
import { commit } from "@thaw/data/transact";
import type { EntityItem } from "electrodb";
import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { now, nowIso } from "../../clock.ts";
import { AppError, changedMeanwhile, notFound } from "../../error.ts";
import { userOf } from "../../kernel/access/scope.ts";
import { operation } from "../../operation.ts";
import { directionOf, orderInput, PageInput, pageOf } from "../../page.schema.ts";
import { requireLead } from "../lead/lead.ts";
import { requireLeadInUse } from "../lead/lead-record.ts";
import { isWhollyVisible } from "../lead/see-leads.ts";
import { NoteEntity, noteIds } from "./note.entity.ts";
import { CreateNote, Note, NoteId, UpdateNote } from "./note.schema.ts";

type NoteRecord = EntityItem<typeof NoteEntity>;
type NoteKey = { accountId: number; leadId: number; noteId: number };

/** How long a deleted note can be restored. */
const KEPT_SECONDS = 30 * 86_400;

/** A lead's notes, newest first: where other campaigns than those in reach have the lead, one's own alone. */
export const listNotes = operation({
  permission: "inbox:read",
  input: v.object({ lead_id: NoteId.entries.lead_id, ...PageInput, ...orderInput("newest") }),
  output: pageOf(Note),
  async run({ accountId, scope }, { lead_id: leadId, limit, cursor, order }) {
    const lead = await requireLead(accountId, leadId);
    const isWhole = await isWhollyVisible(accountId, scope, lead);
    const page = await NoteEntity.query
      .byLead({ accountId, leadId })
      .where((row, op) =>
        [
          op.notExists(row.deletedAt),
          ...(isWhole ? [] : [op.eq(row.authorId, userOf(scope) ?? 0)]),
        ].join(" AND "),
      )
      .go({
        ...pageOptions(limit),
        cursor: cursor ?? null,
        order: directionOf(order),
        consistent: true,
      });
    return { items: page.data.map(toNote), cursor: page.cursor };
  },
});

export const createNote = operation({
  permission: "inbox:reply",
  input: CreateNote,
  output: Note,
  async run({ accountId, userId }, { lead_id: leadId, text }) {
    await requireLead(accountId, leadId);
    const noteId = await noteIds.next(accountId);
    const note = { accountId, leadId, noteId, text, authorId: userId, createdAt: nowIso() };
    await commit([requireLeadInUse(accountId, leadId), NoteEntity.create(note)], {
      otherwise: () => notFound("lead"),
    });
    return toNote(note);
  },
});

/** By its author, an admin or the owner. */
export const updateNote = operation({
  permission: "inbox:reply",
  input: UpdateNote,
  output: Note,
  async run(actor, { lead_id: leadId, note_id: noteId, text }) {
    const note = await requireOwnNote(actor, { accountId: actor.accountId, leadId, noteId });
    if (note.text === text) return toNote(note);
    const editedAt = nowIso();
    const isDone = await writeIfExpected(
      NoteEntity.patch(note)
        .set({ text, editedAt })
        .where((row, op) => `${op.eq(row.text, note.text)} AND ${op.notExists(row.deletedAt)}`),
    );
    if (!isDone) {
      throw changedMeanwhile();
    }
    return toNote({ ...note, text, editedAt });
  },
});

/** By its author, an admin or the owner. It can be restored for 30 days. */
export const deleteNote = operation({
  permission: "inbox:reply",
  input: NoteId,
  output: Note,
  async run(actor, { lead_id: leadId, note_id: noteId }) {
    const note = await requireOwnNote(actor, { accountId: actor.accountId, leadId, noteId });
    const deleted = { deletedAt: nowIso(), ttl: Math.floor(now() / 1000) + KEPT_SECONDS };
    await writeIfExpected(
      NoteEntity.patch(note)
        .set(deleted)
        .where((row, op) => op.notExists(row.deletedAt)),
    );
    return toNote(note);
  },
});

/** Takes a deletion back. */
export const restoreNote = operation({
  permission: "inbox:reply",
  input: NoteId,
  output: Note,
  async run(actor, { lead_id: leadId, note_id: noteId }) {
    const note = await findNote({ accountId: actor.accountId, leadId, noteId });
    if (!note) throw notFound("note");
    requireAuthor(actor, note);
    await writeIfExpected(
      NoteEntity.patch(note)
        .remove(["deletedAt", "ttl"])
        .where((row, op) => op.exists(row.text)),
    );
    return toNote(note);
  },
});

async function findNote({ accountId, leadId, noteId }: NoteKey): Promise<NoteRecord | undefined> {
  const { data } = await NoteEntity.get({ accountId, leadId, noteId }).go({ consistent: true });
  return data ?? undefined;
}

async function requireOwnNote(actor: Actor, key: NoteKey): Promise<NoteRecord> {
  const note = await findNote(key);
  if (!note || note.deletedAt !== undefined) throw notFound("note");
  requireAuthor(actor, note);
  return note;
}

/** Admins and owners are those who may change the account. */
function requireAuthor({ userId, permissions }: Actor, { authorId }: NoteRecord): void {
  if (authorId === userId || permissions.has("account:write")) return;
  throw new AppError("forbidden", "inbox.noteOfOther");
}

const toNote = ({ noteId, leadId, text, authorId, createdAt, editedAt }: NoteRecord): Note => ({
  id: noteId,
  lead_id: leadId,
  text,
  author_id: authorId,
  created_at: createdAt,
  ...(editedAt === undefined ? {} : { edited_at: editedAt }),
});
