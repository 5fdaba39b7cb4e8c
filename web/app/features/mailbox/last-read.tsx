import { Group } from "@mantine/core";
import { IconClockExclamation } from "@tabler/icons-react";
import type { Mailbox } from "@thaw/core/senders/mailbox/mailbox.schema";
import { StatusBadge } from "../../components/status-badge.tsx";
import { RelativeTime } from "../../components/time.tsx";
import { useText } from "../../messages/text.tsx";

type Props = { mailbox: Pick<Mailbox, "read_at" | "is_late"> };

/** When a mailbox was last read, and whether that is longer ago than it should be. */
export function LastRead({ mailbox: { read_at, is_late } }: Props) {
  const t = useText("mailboxes");
  return (
    <Group component="span" gap={8} wrap="nowrap" display="inline-flex">
      {read_at ? <RelativeTime at={read_at} /> : t("neverRead")}
      {is_late ? (
        <StatusBadge tone="waiting" icon={IconClockExclamation}>
          {t("isLate")}
        </StatusBadge>
      ) : null}
    </Group>
  );
}
