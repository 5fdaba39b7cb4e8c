import { Button, Group, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { TASK_PRIORITIES, type Task } from "@thaw/core/inbox/task/task.schema";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { usePostedForm } from "../../components/posted-form.ts";
import { useText } from "../../messages/text.tsx";
import { DueField, presetOf, toField, toInstant } from "./due-field.tsx";
import { LeadSelect } from "./lead-select.tsx";
import { TASKS } from "./task-page.ts";
import type { Members } from "./task-text.tsx";

type Props = Members & {
  /** The one that is edited; a new one when there is none. */
  task?: Task | undefined;
  /** Whom a new one is for; chosen in the form when it is not given. */
  leadId?: number | undefined;
  onClose: () => void;
};

/** Asks what is to be done, when, and by whom. Mount it while it is open. */
export default function TaskForm({ task, leadId, members, me, onClose }: Props) {
  const t = useText("tasks");
  const { initial, intent, which, done } = task ? editOf(task) : creationOf(me, leadId);
  const { form, set, save, errors, isBusy } = usePostedForm<Form>({
    initial: () => initial,
    action: TASKS,
    intent,
    toFields: ({ due, lead_id, ...rest }) => ({
      ...rest,
      due_at: toInstant(due),
      ...(which ?? { lead_id }),
    }),
    done: t(done),
    onClose,
  });
  return (
    <Dialog onClose={onClose} title={t(task ? "editTask" : "newTask")} centered>
      <form onSubmit={save} noValidate>
        <Stack>
          <TextInput
            name="title"
            label={t("titleField")}
            maxLength={200}
            value={form.title}
            onChange={(event) => set({ title: event.currentTarget.value })}
            error={errors.title?.[0]}
            data-autofocus
          />
          {task || leadId !== undefined ? null : (
            <LeadSelect
              error={errors.lead_id?.[0]}
              hint={t("leadNeeded")}
              onChoose={(lead_id) => set({ lead_id: String(lead_id ?? "") })}
            />
          )}
          <DueField
            label={t("dueField")}
            value={form.due}
            error={errors.due_at?.[0]}
            onChange={(due) => set({ due })}
          />
          <Group grow align="flex-start">
            <Select
              label={t("priority")}
              data={TASK_PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))}
              value={form.priority}
              onChange={(priority) => set({ priority: priority ?? "medium" })}
              allowDeselect={false}
            />
            <Select
              label={t("assignee")}
              data={members.map(({ id, name }) => ({
                value: String(id),
                label: id === me ? t("you") : name,
              }))}
              value={form.assignee_id}
              onChange={(assignee) => set({ assignee_id: assignee ?? String(me) })}
              error={errors.assignee_id?.[0]}
              allowDeselect={false}
            />
          </Group>
          <Textarea
            name="description"
            label={t("description")}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={5_000}
            value={form.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
            error={errors.description?.[0]}
          />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" loading={isBusy} disabled={!task && !form.lead_id}>
              {t(task ? "save" : "create")}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

type Form = Record<
  "title" | "description" | "due" | "priority" | "assignee_id" | "lead_id",
  string
>;

const creationOf = (me: number, leadId: number | undefined) =>
  ({
    intent: "create",
    done: "createdToast",
    which: undefined,
    initial: {
      title: "",
      description: "",
      due: presetOf("tomorrow"),
      priority: "medium",
      assignee_id: String(me),
      lead_id: String(leadId ?? ""),
    },
  }) as const;

const editOf = ({ id, title, description, due_at, priority, assignee_id }: Task) =>
  ({
    intent: "edit",
    done: "savedToast",
    which: { task_id: String(id) },
    initial: {
      title,
      description,
      due: toField(due_at),
      priority,
      assignee_id: String(assignee_id),
      lead_id: "",
    },
  }) as const;
