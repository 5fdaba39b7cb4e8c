import { IconClock } from "@tabler/icons-react";
import type { TriggerRun } from "@thaw/core/engine/trigger-run/trigger-run.schema";
import { Count } from "../../components/count.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { DateTime, RelativeTime } from "../../components/time.tsx";
import type { Column } from "../../list/column.ts";
import { useText, type Text as Words } from "../../messages/text.tsx";

const LOOKS = {
  SCHEDULED: { word: "runScheduled", tone: "drafted", icon: IconClock },
  PICKED: { word: "runPicked", tone: "active" },
  RUNNING: { word: "runRunning", tone: "active" },
  COMPLETED: { word: "runCompleted", tone: "good" },
} as const;

function RunStatus({ status }: Pick<TriggerRun, "status">) {
  const t = useText("campaign-detail");
  const look = LOOKS[status];
  return (
    <StatusBadge tone={look.tone} {...("icon" in look ? { icon: look.icon } : {})}>
      {t(look.word)}
    </StatusBadge>
  );
}

const isOver = ({ status }: TriggerRun) => status === "COMPLETED";

export function runColumns(t: Words<"campaign-detail">): Column<TriggerRun>[] {
  const time = (name: "picked_at" | "running_at" | "completed_at"): Column<TriggerRun>["cell"] =>
    function Time(run) {
      const at = run[name];
      return at ? <DateTime at={at} style="time" /> : null;
    };
  return [
    {
      id: "at",
      header: t("runAt"),
      isFixed: true,
      cell: ({ scheduled_at }) => <RelativeTime at={scheduled_at} />,
    },
    { id: "status", header: t("runStatus"), cell: ({ status }) => <RunStatus status={status} /> },
    { id: "picked", header: t("pickedAt"), isHidden: true, cell: time("picked_at") },
    { id: "running", header: t("runningAt"), isHidden: true, cell: time("running_at") },
    { id: "completed", header: t("completedAt"), cell: time("completed_at") },
    {
      id: "steps",
      header: t("stepsChecked"),
      align: "right",
      cell: (run) => (isOver(run) ? <Count value={run.steps_checked} /> : null),
    },
    {
      id: "mails",
      header: t("mailsScheduled"),
      align: "right",
      cell: (run) => (isOver(run) ? <Count value={run.emails_scheduled} /> : null),
    },
    {
      id: "tasks",
      header: t("tasksMade"),
      align: "right",
      isHidden: true,
      cell: (run) => (isOver(run) ? <Count value={run.tasks_made ?? 0} /> : null),
    },
    {
      id: "messages",
      header: t("messages"),
      cell: ({ messages }) =>
        messages.length > 0 ? (
          <details className="list-details">
            <summary>{messages.join(" · ")}</summary>
          </details>
        ) : null,
    },
  ];
}
