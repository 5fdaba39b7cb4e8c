import { ActionIcon, Button, Group, Menu, Stack, Text, Textarea } from "@mantine/core";
import { useFetcher, useSubmit } from "@remix-run/react";
import { IconDots, IconEdit, IconTrash } from "@tabler/icons-react";
import type { Note } from "@thaw/core/leads/note/note.schema";
import { type Ref, useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { RelativeTime } from "../../components/time.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.lead.$id.view/route.tsx";
import "../task/task.css";
import { type Members, useMemberName } from "../task/task-text.tsx";
import { leadAddress } from "./lead-page.ts";

const LONGEST = 5_000;

type Props = Members & {
  leadId: number;
  notes: readonly Note[];
  canWrite: boolean;
  /** Changes notes of others too. */
  isAdmin: boolean;
  /** Where a new note is written. */
  fieldRef: Ref<HTMLTextAreaElement>;
};

/** What the team knows about a lead, newest first. */
export function LeadNotes({ leadId, notes, canWrite, isAdmin, fieldRef, ...people }: Props) {
  const t = useText("tasks");
  return (
    <Stack gap="sm">
      {canWrite ? <NoteField leadId={leadId} fieldRef={fieldRef} /> : null}
      {notes.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("notesEmpty")}
        </Text>
      ) : (
        <ul className="lead-list">
          {notes.map((note) => (
            <li key={note.id} className="panel lead-card">
              <NoteCard
                note={note}
                {...people}
                canChange={canWrite && (isAdmin || note.author_id === people.me)}
              />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

type FieldProps = {
  leadId: number;
  fieldRef?: Ref<HTMLTextAreaElement>;
  /** The one that is edited; a new one when there is none. */
  note?: Note;
  onDone?: () => void;
};

/** Writes a note, or changes one. */
export function NoteField({ leadId, fieldRef, note, onDone }: FieldProps) {
  const t = useText("tasks");
  const fetcher = useFetcher<typeof action>();
  const [text, setText] = useState(note?.text ?? "");
  useActionResult(fetcher.data, "addNote", () => {
    setText("");
    toast.done(t("noteAdded"));
    onDone?.();
  });
  useActionResult(fetcher.data, "editNote", () => {
    toast.done(t("noteSaved"));
    onDone?.();
  });
  const save = () => {
    const which = note ? { intent: "editNote", note_id: note.id } : { intent: "addNote" };
    fetcher.submit({ ...which, text }, { method: "post", action: leadAddress(leadId) });
  };
  return (
    <Stack gap="xs">
      <Textarea
        ref={fieldRef}
        aria-label={t(note ? "editNote" : "newNote")}
        placeholder={t("notePlaceholder")}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={LONGEST}
        name="text"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
        }}
        error={fetcher.data?.ok === false ? fetcher.data.message : null}
        {...(onDone ? { "data-autofocus": true } : {})}
      />
      <Group gap="xs" justify="flex-end">
        {onDone ? (
          <Button size="xs" variant="default" onClick={onDone}>
            {t("cancel")}
          </Button>
        ) : null}
        <Button size="xs" disabled={!text.trim()} loading={fetcher.state !== "idle"} onClick={save}>
          {t(note ? "save" : "addNote")}
        </Button>
      </Group>
    </Stack>
  );
}

function NoteCard({ note, canChange, ...people }: Members & { note: Note; canChange: boolean }) {
  const t = useText("tasks");
  const nameOf = useMemberName(people);
  const [isEditing, setEditing] = useState(false);
  if (isEditing) {
    return <NoteField leadId={note.lead_id} note={note} onDone={() => setEditing(false)} />;
  }
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {nameOf(note.author_id)} · <RelativeTime at={note.created_at} />
          {note.edited_at ? ` · ${t("edited")}` : null}
        </Text>
        {canChange ? <NoteMenu note={note} onEdit={() => setEditing(true)} /> : null}
      </Group>
      <Text size="sm" className="lead-card-text">
        {note.text}
      </Text>
    </>
  );
}

function NoteMenu({ note, onEdit }: { note: Note; onEdit: () => void }) {
  const t = useText("tasks");
  const send = useSubmit();
  const fetcher = useFetcher<typeof action>();
  const sent = { method: "post", action: leadAddress(note.lead_id) } as const;
  useActionResult(fetcher.data, "deleteNote", ({ id }) =>
    toast.undoable(t("noteDeleted"), () =>
      send(
        { intent: "restoreNote", note_id: id },
        { ...sent, navigate: false, fetcherKey: `undo-note-${id}` },
      ),
    ),
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t("noteActions")}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEdit size={16} />} onClick={onEdit}>
          {t("edit")}
        </Menu.Item>
        <Menu.Item
          c="var(--tone-red)"
          leftSection={<IconTrash size={16} />}
          onClick={() => fetcher.submit({ intent: "deleteNote", note_id: note.id }, sent)}
        >
          {t("delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
