import { useFetcher, useSubmit } from "@remix-run/react";
import type { TaskOutcome } from "@thaw/core/inbox/task/task.schema";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.tasks/route.tsx";
import { TASKS } from "./task-page.ts";

type Change = "complete" | "reopen" | "delete" | "restore";

const sent = { method: "post", action: TASKS } as const;

/** Changes one task from wherever it is shown. Where it can, a toast takes that back for ten seconds. */
export function useTaskChange(onDone: () => void = () => {}) {
  const t = useText("tasks");
  const fetcher = useFetcher<typeof action>();
  const send = useSubmit();
  const undo = (intent: Change, task_id: number) => () =>
    send({ intent, task_id }, { ...sent, navigate: false, fetcherKey: `undo-${task_id}` });
  useActionResult(fetcher.data, "complete", ({ id, step }) => {
    // A lead that has gone on to its next step does not come back.
    if (step) toast.done(t("completedToast"));
    else toast.undoable(t("completedToast"), undo("reopen", id));
    onDone();
  });
  useActionResult(fetcher.data, "reopen", () => toast.done(t("reopenedToast")));
  useActionResult(fetcher.data, "delete", ({ id }) => {
    toast.undoable(t("deletedToast"), undo("restore", id));
    onDone();
  });
  return {
    isBusy: fetcher.state !== "idle",
    change: (intent: Change, task_id: number, outcome?: TaskOutcome) =>
      fetcher.submit({ intent, task_id, ...(outcome ? { outcome } : {}) }, sent),
  };
}
