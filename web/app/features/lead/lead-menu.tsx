import { Box, Menu } from "@mantine/core";
import { IconBell, IconChecklist, IconNote, IconPlus } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { BarMenu } from "../../list/bar-menu.tsx";
import { useText } from "../../messages/text.tsx";
import type { Members } from "../task/task-text.tsx";
import { useLeadKeys } from "./lead-keys.ts";
import { NoteField } from "./lead-notes.tsx";

const ReminderForm = lazy(() => import("./reminder-form.tsx"));
const TaskForm = lazy(() => import("../task/task-form.tsx"));

type Props = Members & { leadId: number; threadId: number };

/** Adds a task, a note or a reminder to the lead of a conversation, by a menu or by key. */
export default function LeadMenu({ leadId, threadId, ...people }: Props) {
  const t = useText("tasks");
  const [adding, setAdding] = useState<"task" | "note" | "reminder" | null>(null);
  const close = () => setAdding(null);
  const actions = {
    onTask: () => setAdding("task"),
    onNote: () => setAdding("note"),
    onReminder: () => setAdding("reminder"),
  };
  useLeadKeys(true, actions);
  return (
    <>
      <BarMenu label={t("add")} image={<IconPlus size={14} aria-hidden />} isBusy={false}>
        <Menu.Item leftSection={<IconChecklist size={16} />} onClick={actions.onTask}>
          {t("addTask")}
        </Menu.Item>
        <Menu.Item leftSection={<IconNote size={16} />} onClick={actions.onNote}>
          {t("newNote")}
        </Menu.Item>
        <Menu.Item leftSection={<IconBell size={16} />} onClick={actions.onReminder}>
          {t("addReminder")}
        </Menu.Item>
      </BarMenu>
      <Suspense>
        {adding === "task" ? <TaskForm {...people} leadId={leadId} onClose={close} /> : null}
        {adding === "reminder" ? (
          <ReminderForm leadId={leadId} threadId={threadId} onClose={close} />
        ) : null}
      </Suspense>
      {adding === "note" ? (
        <Dialog onClose={close} title={t("newNote")} centered>
          {/* The ring around the field is not to lie below the title. */}
          <Box pt={4}>
            <NoteField leadId={leadId} onDone={close} />
          </Box>
        </Dialog>
      ) : null}
    </>
  );
}
