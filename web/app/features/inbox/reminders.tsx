import { Button, Group, Text } from "@mantine/core";
import type { Reminder } from "@thaw/core/inbox/reminder/reminder.schema";
import { DateTime, RelativeTime } from "../../components/time.tsx";
import { useText } from "../../messages/text.tsx";
import { useReminderChange } from "../lead/lead-reminders.tsx";

type Props = { reminders: readonly Reminder[]; canAnswer: boolean };

/** What brings this conversation back, or has: each until someone puts it away. */
export function Reminders({ reminders, canAnswer }: Props) {
  return reminders.map((reminder) => (
    <Notice key={reminder.id} reminder={reminder} canAnswer={canAnswer} />
  ));
}

function Notice({ reminder, canAnswer }: { reminder: Reminder; canAnswer: boolean }) {
  const t = useText("tasks");
  const { change, isBusy } = useReminderChange(reminder);
  const isSent = reminder.status === "SENT";
  return (
    <section className="thread-notice" aria-label={t("reminderOf")}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <Text span fw={600} c="var(--tone-amber)">
            {t("reminderOf")}
          </Text>{" "}
          <DateTime at={reminder.due_at} /> (<RelativeTime at={reminder.due_at} />)
          {reminder.note ? `: ${reminder.note}` : null}
          {reminder.only_if_no_reply && !isSent ? ` · ${t("silence")}` : null}
        </Text>
        {canAnswer ? (
          <Button
            size="compact-xs"
            variant="default"
            loading={isBusy}
            onClick={() => change(isSent ? "dismissReminder" : "deleteReminder")}
          >
            {t(isSent ? "dismiss" : "delete")}
          </Button>
        ) : null}
      </Group>
    </section>
  );
}
