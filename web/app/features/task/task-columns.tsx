import { ActionIcon, Anchor, Checkbox, Menu, UnstyledButton } from "@mantine/core";
import { Link } from "@remix-run/react";
import { IconBolt, IconDots, IconEdit, IconTrash } from "@tabler/icons-react";
import type { ListedTask, Task } from "@thaw/core/inbox/task/task.schema";
import type { Column } from "../../list/column.ts";
import { type Text as TaskCopy, useText } from "../../messages/text.tsx";
import { leadAddress } from "../lead/lead-page.ts";
import "./task.css";
import { DueTime, PriorityBadge } from "./task-text.tsx";
import { useTaskChange } from "./use-task-change.ts";

/** How a task of the list is opened: to be read and done, or to be changed. */
export type Opening = {
  onOpen: (task: ListedTask) => void;
  onEdit: (task: ListedTask) => void;
  canWrite: boolean;
};

export function taskColumns(
  t: TaskCopy<"tasks">,
  nameOf: (userId: number) => string,
  opening: Opening,
): Column<ListedTask>[] {
  return [
    {
      id: "task",
      header: t("task"),
      isFixed: true,
      cell: (task) => <TaskName task={task} {...opening} />,
    },
    { id: "due", header: t("due"), isSortable: true, cell: (task) => <DueTime task={task} /> },
    {
      id: "priority",
      header: t("priority"),
      cell: ({ priority }) => <PriorityBadge priority={priority} />,
    },
    { id: "lead", header: t("lead"), cell: (task) => <LeadLink task={task} /> },
    {
      id: "assignee",
      header: t("assignee"),
      cell: ({ assignee_id }) => nameOf(assignee_id),
    },
    { id: "campaign", header: t("campaign"), cell: ({ campaign_name }) => campaign_name },
  ];
}

/** Its box to tick, its title that opens it, and what else can be done with it. */
export function TaskName({ task, onOpen, onEdit, canWrite }: { task: ListedTask } & Opening) {
  return (
    <div className="task-name">
      {task.step ? (
        <IconBolt size={16} stroke={1.75} color="var(--tone-violet)" aria-hidden />
      ) : (
        <DoneBox task={task} canWrite={canWrite} />
      )}
      <UnstyledButton
        className="task-title"
        title={task.title}
        data-done={task.status === "COMPLETED" || undefined}
        onClick={() => onOpen(task)}
      >
        {task.title}
      </UnstyledButton>
      {canWrite ? <TaskMenu task={task} onEdit={() => onEdit(task)} /> : null}
    </div>
  );
}

function DoneBox({ task, canWrite }: { task: Task; canWrite: boolean }) {
  const t = useText("tasks");
  const { change, isBusy } = useTaskChange();
  const isDone = task.status === "COMPLETED";
  return (
    <Checkbox
      size="xs"
      radius="xl"
      aria-label={t(isDone ? "reopenOf" : "completeOf", { task: task.title })}
      checked={isDone !== isBusy}
      disabled={!canWrite || isBusy}
      onChange={() => change(isDone ? "reopen" : "complete", task.id)}
    />
  );
}

function TaskMenu({ task, onEdit }: { task: ListedTask; onEdit: () => void }) {
  const t = useText("tasks");
  const { change, isBusy } = useTaskChange();
  // The lead of an open step waits for it.
  const canDelete = !task.step || task.status === "COMPLETED";
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          disabled={isBusy}
          aria-label={t("actionsOf", { task: task.title })}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEdit size={16} />} onClick={onEdit}>
          {t("edit")}
        </Menu.Item>
        {canDelete ? (
          <Menu.Item
            c="var(--tone-red)"
            leftSection={<IconTrash size={16} />}
            onClick={() => change("delete", task.id)}
          >
            {t("delete")}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function LeadLink({ task: { lead_id, lead_name, lead_email } }: { task: ListedTask }) {
  const t = useText("tasks");
  if (!lead_email) return t("leadGone");
  return (
    <Anchor component={Link} to={leadAddress(lead_id)} size="sm" title={lead_email} c="inherit">
      {lead_name || lead_email}
    </Anchor>
  );
}
