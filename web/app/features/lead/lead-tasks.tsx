import { Button, Group, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ListedTask } from "@thaw/core/inbox/task/task.schema";
import { DataTable } from "../../list/data-table.tsx";
import { useText } from "../../messages/text.tsx";
import { taskColumns } from "../task/task-columns.tsx";
import type { useTaskDialogs } from "../task/task-dialogs.tsx";
import { type Members, useMemberName } from "../task/task-text.tsx";

type Props = Members & {
  tasks: ListedTask[];
  canWrite: boolean;
  dialogs: ReturnType<typeof useTaskDialogs>;
};

/** What is to be done for a lead, soonest first, then what was done. */
export function LeadTasks({ tasks, canWrite, dialogs, ...people }: Props) {
  const t = useText("tasks");
  const opening = { onOpen: dialogs.open, onEdit: dialogs.edit, canWrite };
  const columns = taskColumns(t, useMemberName(people), opening).filter(({ id }) => id !== "lead");
  return (
    <Stack gap="sm">
      {canWrite ? (
        <Group justify="flex-end">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={dialogs.add}
          >
            {t("newTask")}
          </Button>
        </Group>
      ) : null}
      {tasks.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("tasksEmpty")}
        </Text>
      ) : (
        <DataTable
          label={t("label")}
          rows={tasks}
          columns={columns}
          rowId={({ id }) => String(id)}
          rowName={({ title }) => title}
          onOpen={dialogs.open}
        />
      )}
    </Stack>
  );
}
