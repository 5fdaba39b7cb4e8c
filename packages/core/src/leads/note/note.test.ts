import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import type { Actor } from "../../actor.ts";
import { permissionsOf } from "../../kernel/access/access-table.ts";
import type { Role } from "../../kernel/access/role.schema.ts";
import { deleteLead } from "../lead/lead.ts";
import { NoteEntity } from "./note.entity.ts";
import { createNote, deleteNote, listNotes, restoreNote, updateNote } from "./note.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const missing = { code: "not_found" };
const forbidden = { code: "forbidden" };

await cloudOfFile();

async function withLead() {
  const { actor, leadIds } = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  return { actor, lead_id: leadIds[0] ?? 0 };
}

let lastUser = 100;
const colleague = ({ accountId }: Actor, role: Exclude<Role, "OWNER">): Actor => ({
  kind: "member",
  accountId,
  userId: ++lastUser,
  permissions: permissionsOf(role),
  scope: { kind: "all" },
});

test("a note keeps its plain text, its author and its time, newest first [TASK-08]", async () => {
  using clock = stoppedClock(MONDAY);
  const { actor, lead_id } = await withLead();
  const text = "<b>Likes</b>\nblue";
  const note = await createNote(actor, { lead_id, text: ` ${text} ` });
  expect(note).toEqual({
    id: note.id,
    lead_id,
    text,
    author_id: actor.userId,
    created_at: MONDAY,
  });
  clock.move(60_000);
  const { id } = await createNote(actor, { lead_id, text: "x".repeat(5_000) });
  const { items } = await listNotes(actor, { lead_id });
  expect(items.map((item) => item.id)).toEqual([id, note.id]);
  const wrong = { code: "invalid", fields: { text: [told(expect.any(String))] } };
  for (const text of ["", "  ", "x".repeat(5_001)]) {
    await expect(createNote(actor, { lead_id, text })).rejects.toMatchObject(wrong);
  }
  await updateNote(actor, { lead_id, note_id: note.id, text: "Likes red" });
  expect((await listNotes(actor, { lead_id })).items[1]).toEqual({
    ...note,
    text: "Likes red",
    edited_at: "2026-03-02T09:01:00.000Z",
  });
});

test("its author, an admin or the owner changes a note; nobody else does [TASK-08]", async () => {
  const { actor, lead_id } = await withLead();
  const author = colleague(actor, "FULL_MEMBER_ACCESS");
  const other = colleague(actor, "FULL_MEMBER_ACCESS");
  const note = await createNote(author, { lead_id, text: "First" });
  const one = { lead_id, note_id: note.id };
  const edit = (by: Actor, text: string) => updateNote(by, { ...one, text });
  await expect(edit(other, "Not mine")).rejects.toMatchObject(forbidden);
  await expect(deleteNote(other, one)).rejects.toMatchObject(forbidden);
  const viewer = colleague(actor, "VIEW_ONLY_ACCESS");
  await expect(createNote(viewer, { lead_id, text: "x" })).rejects.toMatchObject(forbidden);
  expect((await listNotes(viewer, { lead_id })).items).toEqual([note]);
  await edit(author, "Second");
  await edit(colleague(actor, "ADMIN_ACCESS"), "Third");
  expect((await edit(actor, "Fourth")).author_id).toBe(author.userId);
  await deleteNote(author, one);
  expect((await listNotes(actor, { lead_id })).items).toEqual([]);
  await expect(edit(author, "Gone")).rejects.toMatchObject(missing);
  await expect(restoreNote(other, one)).rejects.toMatchObject(forbidden);
  await restoreNote(author, one);
  expect((await listNotes(actor, { lead_id })).items).toMatchObject([{ text: "Fourth" }]);
});

test("notes are their account's, and go with their lead", async () => {
  const { actor, lead_id } = await withLead();
  const { id: note_id } = await createNote(actor, { lead_id, text: "x" });
  const stranger = testActor();
  await expect(listNotes(stranger, { lead_id })).rejects.toMatchObject(missing);
  await expect(createNote(stranger, { lead_id, text: "x" })).rejects.toMatchObject(missing);
  await expect(deleteNote(stranger, { lead_id, note_id })).rejects.toMatchObject(missing);
  const { id } = await createNote(actor, { lead_id, text: "deleted before" });
  await deleteNote(actor, { lead_id, note_id: id });
  await deleteLead(actor, { lead_id });
  const { data } = await NoteEntity.query
    .byLead({ accountId: actor.accountId, leadId: lead_id })
    .go();
  expect(data).toEqual([]);
});
