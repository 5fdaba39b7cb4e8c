import { Button, Checkbox, Group, Modal, Stack, Textarea } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import type { Reminder } from "@thaw/core/reminder/reminder.schema";
import { type FormEvent, useState } from "react";
import { useOutcome } from "../components/outcome.ts";
import { toast } from "../components/toasts.ts";
import { useText } from "../messages/text.tsx";
import type { action } from "../routes/_app.app.lead.$id.view/route.tsx";
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
  const { form, set, save, errors, isBusy } = useReminderForm({
    leadId,
    threadId,
    reminder,
    onClose,
  });
  return (
    <Modal opened onClose={onClose} title={t(reminder ? "editReminder" : "newReminder")} centered>
      <form onSubmit={save} noValidate>
        <Stack>
          <DueField
            label={t("reminderDue")}
            value={form.due}
            error={errors.due_at?.[0]}
            onChange={(due) => set({ due })}
          />
          <Textarea
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
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t(reminder ? "save" : "setReminder")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type Form = { due: string; note: string; onlyIfNoReply: boolean };

const formOf = (reminder: Reminder | undefined): Form => ({
  due: reminder ? toField(reminder.due_at) : presetOf("tomorrow"),
  note: reminder?.note ?? "",
  onlyIfNoReply: reminder?.only_if_no_reply ?? false,
});

function useReminderForm({ leadId, threadId, reminder, onClose }: Props) {
  const t = useText("tasks");
  const fetcher = useFetcher<typeof action>();
  const [form, setForm] = useState(() => formOf(reminder));
  const done = (words: "reminderSet" | "reminderSaved") => () => {
    toast.done(t(words));
    onClose();
  };
  useOutcome(fetcher.data, "remind", done("reminderSet"));
  useOutcome(fetcher.data, "changeReminder", done("reminderSaved"));
  const save = (event: FormEvent) => {
    event.preventDefault();
    const which = reminder
      ? { intent: "changeReminder", reminder_id: reminder.id }
      : { intent: "remind", ...(threadId === undefined ? {} : { thread_id: threadId }) };
    const { due, note, onlyIfNoReply } = form;
    const fields = { due_at: toInstant(due), note, only_if_no_reply: String(onlyIfNoReply) };
    fetcher.submit({ ...which, ...fields }, { method: "post", action: leadAddress(leadId) });
  };
  return {
    form,
    set: (change: Partial<Form>) => setForm((before) => ({ ...before, ...change })),
    save,
    errors: (fetcher.data?.ok === false ? fetcher.data.result.error : null) ?? {},
    isBusy: fetcher.state !== "idle",
  };
}
