import { Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconMinus } from "@tabler/icons-react";
import type { Task, TaskPriority } from "@thaw/core/inbox/task/task.schema";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";
import { RelativeTime } from "../../components/time.tsx";
import { useText } from "../../messages/text.tsx";
import { useNow } from "../../state/clock.ts";

/** Who works in the account, and who of them is looking. */
export type Members = { members: readonly { id: number; name: string }[]; me: number };

const LOOKS = {
  high: { tone: "failed", icon: IconArrowUp },
  medium: { tone: "drafted", icon: IconMinus },
  low: { tone: "drafted", icon: IconArrowDown },
} as const satisfies Record<TaskPriority, { tone: Tone; icon: typeof IconMinus }>;

export function PriorityBadge({ priority }: { priority: TaskPriority }) {
  const t = useText("tasks");
  return <StatusBadge {...LOOKS[priority]}>{t(`priority.${priority}`)}</StatusBadge>;
}

/** When a task is due, in red where that is over. */
export function DueTime({ task }: { task: Pick<Task, "due_at" | "status"> }) {
  const t = useText("tasks");
  const isOverdue = Date.parse(task.due_at) < useNow() && task.status === "CREATED";
  if (!isOverdue) return <RelativeTime at={task.due_at} />;
  return (
    <Text span size="sm" c="var(--tone-red)" fw={500}>
      {t("overdue")} <RelativeTime at={task.due_at} />
    </Text>
  );
}

export function useMemberName({ members, me }: Members): (id: number) => string {
  const t = useText("tasks");
  return (id) => {
    if (id === me) return t("you");
    return members.find((member) => member.id === id)?.name ?? t("nobody");
  };
}
