import { ActionIcon, Anchor, Button, Group, Menu, Stack, Text } from "@mantine/core";
import { Link, useFetcher, useSubmit } from "@remix-run/react";
import { IconBell, IconDots, IconEdit, IconTrash } from "@tabler/icons-react";
import type { Reminder } from "@thaw/core/inbox/reminder/reminder.schema";
import { useActionResult } from "../../components/action-result.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { DateTime, RelativeTime } from "../../components/time.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.lead.$id.view/route.tsx";
import "../task/task.css";
import { type Members, useMemberName } from "../task/task-text.tsx";
import { leadAddress } from "./lead-page.ts";

type Props = Members & {
  reminders: readonly Reminder[];
  canWrite: boolean;
  onAdd: () => void;
  onEdit: (reminder: Reminder) => void;
};

/** When someone comes back to a lead, soonest first. */
export function LeadReminders({ reminders, canWrite, onAdd, onEdit, ...people }: Props) {
  const t = useText("tasks");
  return (
    <Stack gap="sm">
      {canWrite ? (
        <Group justify="flex-end">
          <Button size="xs" variant="default" leftSection={<IconBell size={14} />} onClick={onAdd}>
            {t("newReminder")}
          </Button>
        </Group>
      ) : null}
      {reminders.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("remindersEmpty")}
        </Text>
      ) : (
        <ul className="lead-list">
          {reminders.map((reminder) => (
            <li key={reminder.id} className="panel lead-card">
              <ReminderCard
                reminder={reminder}
                canWrite={canWrite}
                onEdit={() => onEdit(reminder)}
                {...people}
              />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

type CardProps = Members & { reminder: Reminder; canWrite: boolean; onEdit: () => void };

function ReminderCard({ reminder, canWrite, onEdit, ...people }: CardProps) {
  const t = useText("tasks");
  const nameOf = useMemberName(people);
  const { status, due_at, note, thread_id, only_if_no_reply, created_by, dismissed_at } = reminder;
  const isSent = status === "SENT";
  const tone = isSent ? (dismissed_at ? "good" : "attention") : "waiting";
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Group gap="xs">
          <StatusBadge tone={tone} icon={IconBell}>
            {t(`reminder.${status}`)}
          </StatusBadge>
          <Text size="sm" fw={500}>
            <DateTime at={due_at} />
          </Text>
          <Text size="xs" c="dimmed">
            <RelativeTime at={due_at} /> · {nameOf(created_by)}
            {only_if_no_reply ? ` · ${t("silence")}` : null}
          </Text>
        </Group>
        {canWrite ? <ReminderMenu reminder={reminder} onEdit={onEdit} /> : null}
      </Group>
      {note ? (
        <Text size="sm" className="lead-card-text">
          {note}
        </Text>
      ) : null}
      {thread_id === undefined ? null : (
        <Anchor component={Link} to={`/app/master-inbox/${thread_id}`} size="xs">
          {t("readConversation")}
        </Anchor>
      )}
    </>
  );
}

/** Deletes and dismisses reminders of a lead from wherever they are shown. */
export function useReminderChange({ id, lead_id, thread_id, ...reminder }: Reminder) {
  const t = useText("tasks");
  const send = useSubmit();
  const fetcher = useFetcher<typeof action>();
  const sent = { method: "post", action: leadAddress(lead_id) } as const;
  const again = {
    intent: "remind",
    note: reminder.note,
    due_at: reminder.due_at,
    only_if_no_reply: String(reminder.only_if_no_reply),
    ...(thread_id === undefined ? {} : { thread_id }),
  };
  useActionResult(fetcher.data, "deleteReminder", ({ status }) => {
    // What was sent is over: nothing sets it anew.
    if (status === "SENT") return toast.done(t("reminderDeleted"));
    toast.undoable(t("reminderDeleted"), () =>
      send(again, { ...sent, navigate: false, fetcherKey: `undo-reminder-${id}` }),
    );
  });
  useActionResult(fetcher.data, "dismissReminder", () => toast.done(t("dismissed")));
  return {
    isBusy: fetcher.state !== "idle",
    change: (intent: "deleteReminder" | "dismissReminder") =>
      fetcher.submit({ intent, reminder_id: id }, sent),
  };
}

function ReminderMenu({ reminder, onEdit }: { reminder: Reminder; onEdit: () => void }) {
  const t = useText("tasks");
  const { change, isBusy } = useReminderChange(reminder);
  const isSent = reminder.status === "SENT";
  return (
    <Group gap={4} wrap="nowrap">
      {isSent && !reminder.dismissed_at ? (
        <Button size="compact-xs" disabled={isBusy} onClick={() => change("dismissReminder")}>
          {t("dismiss")}
        </Button>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={t("reminderActions")}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isSent ? null : (
            <Menu.Item leftSection={<IconEdit size={16} />} onClick={onEdit}>
              {t("edit")}
            </Menu.Item>
          )}
          <Menu.Item
            c="var(--tone-red)"
            leftSection={<IconTrash size={16} />}
            onClick={() => change("deleteReminder")}
          >
            {t("delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
