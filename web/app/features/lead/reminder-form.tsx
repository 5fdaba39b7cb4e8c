import { Button, Checkbox, Stack, Textarea } from "@mantine/core";
import type { Reminder } from "@thaw/core/inbox/reminder/reminder.schema";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { usePostedForm } from "../../components/posted-form.ts";
import { useText } from "../../messages/text.tsx";
import { DueField, presetOf, toField, toInstant } from "../task/due-field.tsx";
import { leadAddress } from "./lead-page.ts";

type Props = {
  leadId: number;
  /** The conversation that shall come back; the lead's latest one when not given. */
  threadId?: number | undefined;
  /** The one that is changed; a new one when there is none. */
  reminder?: Reminder | undefined;
  onClose: () => void;
};

/** Asks when to be reminded of a lead, and of what. Mount it while it is open. */
export default function ReminderForm({ leadId, threadId, reminder, onClose }: Props) {
  const t = useText("tasks");
  const { form, set, save, errors, isBusy } = usePostedForm({
    initial: () => formOf(reminder),
    action: leadAddress(leadId),
    intent: reminder ? "changeReminder" : "remind",
    toFields: ({ due, note, onlyIfNoReply }) => ({
      due_at: toInstant(due),
      note,
      only_if_no_reply: String(onlyIfNoReply),
      ...(reminder ? { reminder_id: String(reminder.id) } : threadOf(threadId)),
    }),
    done: t(reminder ? "reminderSaved" : "reminderSet"),
    onClose,
  });
  return (
    <Dialog onClose={onClose} title={t(reminder ? "editReminder" : "newReminder")} centered>
      <form onSubmit={save} noValidate>
        <Stack>
          <DueField
            label={t("reminderDue")}
            value={form.due}
            error={errors.due_at?.[0]}
            onChange={(due) => set({ due })}
          />
          <Textarea
            name="note"
            label={t("reminderNote")}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={1_000}
            value={form.note}
            onChange={(event) => set({ note: event.currentTarget.value })}
            error={errors.note?.[0]}
          />
          <Checkbox
            label={t("onlyIfNoReply")}
            checked={form.onlyIfNoReply}
            onChange={(event) => set({ onlyIfNoReply: event.currentTarget.checked })}
          />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" loading={isBusy}>
              {t(reminder ? "save" : "setReminder")}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

type Form = { due: string; note: string; onlyIfNoReply: boolean };

const formOf = (reminder: Reminder | undefined): Form => ({
  due: reminder ? toField(reminder.due_at) : presetOf("tomorrow"),
  note: reminder?.note ?? "",
  onlyIfNoReply: reminder?.only_if_no_reply ?? false,
});

const threadOf = (threadId: number | undefined): Record<string, string> =>
  threadId === undefined ? {} : { thread_id: String(threadId) };
