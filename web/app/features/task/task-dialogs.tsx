import type { ListedTask } from "@thaw/core/inbox/task/task.schema";
import { lazy, Suspense, useState } from "react";
import type { Members } from "./task-text.tsx";

const StepTaskDialog = lazy(() => import("./step-task-dialog.tsx"));
const TaskForm = lazy(() => import("./task-form.tsx"));

type Shown = { kind: "new" | "edit" | "step"; task?: ListedTask };

/** Which dialog about tasks is open on this screen, and how one is. */
export function useTaskDialogs(canWrite: boolean) {
  const [shown, setShown] = useState<Shown | null>(null);
  const edit = (task: ListedTask) => setShown({ kind: "edit", task });
  return {
    shown,
    close: () => setShown(null),
    add: () => setShown({ kind: "new" }),
    edit,
    open: (task: ListedTask) => {
      if (task.step) setShown({ kind: "step", task });
      else if (canWrite) edit(task);
    },
  };
}

type Props = Members & {
  dialogs: ReturnType<typeof useTaskDialogs>;
  canWrite: boolean;
  /** Whom a new task is for, where the screen is about one lead. */
  leadId?: number;
};

export function TaskDialogs({ dialogs, canWrite, leadId, members, me }: Props) {
  const { shown, close, edit } = dialogs;
  if (!shown) return null;
  const { kind, task } = shown;
  const people = { members, me };
  return (
    <Suspense>
      {kind === "step" && task ? (
        <StepTaskDialog
          {...people}
          task={task}
          canWrite={canWrite}
          onEdit={() => edit(task)}
          onClose={close}
        />
      ) : (
        <TaskForm {...people} {...(task ? { task } : {})} leadId={leadId} onClose={close} />
      )}
    </Suspense>
  );
}
