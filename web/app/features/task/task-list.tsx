import { Button } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { TASK_PRIORITIES, TASK_STATUSES } from "@thaw/core/inbox/task/task.schema";
import { useEffect } from "react";
import { DetailTabs } from "../../components/detail-tabs.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import type { Filter } from "../../list/list-filter.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useIsEmptyList } from "../../list/use-is-empty-list.ts";
import { useText } from "../../messages/text.tsx";
import { usePaletteActions, useScreenKeys } from "../../state/screen-keys.ts";
import { taskColumns } from "./task-columns.tsx";
import { TaskDialogs, useTaskDialogs } from "./task-dialogs.tsx";
import type { TaskListData } from "./task-list.server.ts";
import { DUE, TASK_LIST_RULES } from "./task-list-rules.ts";
import { ALL_TASKS, TASKS } from "./task-page.ts";
import { useMemberName } from "./task-text.tsx";

/** One's own tasks, or everyone's. */
export function TaskList({ data }: { data: TaskListData }) {
  const { page, scope, members, me, canWrite } = data;
  const t = useText("tasks");
  const dialogs = useTaskDialogs(canWrite);
  useAskedFor(canWrite ? dialogs.add : undefined);
  const people = { members, me };
  const offered = canWrite ? [{ id: "new-task", label: t("newTask"), run: dialogs.add }] : [];
  usePaletteActions(offered);
  useScreenKeys(offered.map(({ label, run }) => ({ keys: "t", label, run })));
  const add = canWrite ? (
    <Button leftSection={<IconPlus size={16} />} onClick={dialogs.add}>
      {t("newTask")}
    </Button>
  ) : null;
  const tabs = [
    { label: t("mine"), to: TASKS },
    { label: t("everyones"), to: ALL_TASKS },
  ];
  const isEmpty = useIsEmptyList(page, TASK_LIST_RULES);
  const opening = { onOpen: dialogs.open, onEdit: dialogs.edit, canWrite };
  return (
    <Page
      title={t("title")}
      sentence={t("sentence")}
      action={isEmpty ? null : add}
      tabs={<DetailTabs tabs={tabs} label={t("title")} />}
    >
      <ListScreen
        label={t("label")}
        page={page}
        columns={taskColumns(t, useMemberName(people), opening)}
        rules={TASK_LIST_RULES}
        filters={useFilters(data)}
        hasSearch={false}
        rowId={({ id }) => String(id)}
        rowName={({ title }) => title}
        onOpen={dialogs.open}
        empty={
          <EmptyState
            drawing="list"
            sentence={t(scope === "own" ? "empty" : "emptyAll")}
            action={add}
          />
        }
      />
      <TaskDialogs dialogs={dialogs} canWrite={canWrite} {...people} />
    </Page>
  );
}

/** Who comes by the palette's command finds the form open; it is not opened again by the way back. */
function useAskedFor(add: (() => void) | undefined) {
  const [params, setParams] = useSearchParams();
  const isAsked = params.has("new");
  useEffect(() => {
    if (!isAsked) return;
    add?.();
    setParams({}, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each time that it is asked
  }, [isAsked]);
}

function useFilters({ members, me, scope }: TaskListData): Filter[] {
  const t = useText("tasks");
  return [
    {
      name: "status",
      label: t("status"),
      options: TASK_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    {
      name: "priority",
      label: t("priority"),
      options: TASK_PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) })),
    },
    {
      name: "due",
      label: t("due"),
      options: DUE.map((value) => ({ value, label: t(`due.${value}`) })),
    },
    ...(scope === "own"
      ? []
      : [
          {
            name: "assignee",
            label: t("assignee"),
            options: members.map(({ id, name }) => ({
              value: String(id),
              label: id === me ? t("you") : name,
            })),
          },
        ]),
  ];
}
