import { Group, Progress, Text } from "@mantine/core";
import { Count } from "../../components/count.tsx";
import { useText } from "../../messages/text.tsx";

type Props = { sent: number; limit: number };

/** How much of a mailbox's day is used, as a bar and in figures. */
export function SentToday({ sent, limit }: Props) {
  const t = useText("mailboxes");
  const copy = t("sentTodayOf", { sent, limit });
  return (
    <Group gap={8} wrap="nowrap" title={copy}>
      <Progress.Root size="sm" w={72}>
        <Progress.Section
          value={Math.min((sent / limit) * 100, 100)}
          aria-label={copy}
          color={sent >= limit ? "var(--tone-amber)" : "var(--mantine-primary-color-filled)"}
        />
      </Progress.Root>
      <Text span c="dimmed">
        <Count value={sent} />/<Count value={limit} />
      </Text>
    </Group>
  );
}
