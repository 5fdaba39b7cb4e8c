import { Group, Progress, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import "./page.css";

type Props = {
  title: string;
  done: number;
  total: number;
  failed?: number;
  /** A word on what happens now, or what to do next. */
  text?: ReactNode;
  action?: ReactNode;
};

/** Long work that goes on when the page is left. */
export function ProgressCard({ title, done, total, failed = 0, text, action }: Props) {
  const t = useText("lists");
  const percent = total > 0 ? (done / total) * 100 : 0;
  const isDone = total > 0 && done >= total;
  return (
    <Stack gap={8} p="md" className="panel">
      <Group justify="space-between" gap="sm">
        <Text fw={500}>{title}</Text>
        <Text size="sm" c="dimmed" aria-live="polite">
          {t("progress", { done, total })}
          {failed > 0 ? ` · ${t("failedCount", { count: failed })}` : ""}
        </Text>
      </Group>
      <Progress.Root size="sm">
        <Progress.Section
          value={percent}
          color={isDone ? "var(--tone-green)" : "var(--mantine-primary-color-filled)"}
          aria-label={title}
        />
      </Progress.Root>
      {text || action ? (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {text}
          </Text>
          {action}
        </Group>
      ) : null}
    </Stack>
  );
}
