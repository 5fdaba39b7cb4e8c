import { Badge, Button, Group, Stack, Title } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import type { Session } from "@thaw/core/accounts/account/account.schema";
import { useActionResult } from "../../components/action-result.ts";
import { RelativeTime } from "../../components/time.tsx";
import { toast } from "../../components/toasts.ts";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";
import { useText, type Text as Words } from "../../messages/text.tsx";
import { deviceName } from "./device-name.ts";
import type { SecurityResult } from "./security-result.ts";

type Props = { sessions: Session[]; actionResult: SecurityResult };

const columns = (t: Words<"security">): Column<Session>[] => [
  {
    id: "device",
    header: t("device"),
    isFixed: true,
    cell: ({ user_agent, is_current }) => (
      <Group gap="xs" wrap="nowrap" title={user_agent}>
        {deviceName(user_agent) || t("unknownDevice")}
        {is_current ? <Badge variant="light">{t("thisDevice")}</Badge> : null}
      </Group>
    ),
  },
  { id: "address", header: t("address"), cell: ({ ip }) => ip },
  {
    id: "lastSeen",
    header: t("lastSeen"),
    cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} />,
  },
  {
    id: "actions",
    header: t("actions"),
    cell: ({ id, user_agent, is_current }) =>
      is_current ? null : (
        <Form method="post">
          <input type="hidden" name="session_id" value={id} />
          <Button
            type="submit"
            name="intent"
            value="end-session"
            variant="subtle"
            size="compact-sm"
            aria-label={t("endSessionOf", { device: deviceName(user_agent) || t("unknownDevice") })}
          >
            {t("endSession")}
          </Button>
        </Form>
      ),
  },
];

export function SessionsPanel({ sessions, actionResult }: Props) {
  const t = useText("security");
  useActionResult(actionResult, "end-session", () => toast.done(t("sessionEnded")));
  useActionResult(actionResult, "end-others", () => toast.done(t("othersEnded")));
  const isEnding = useNavigation().formData?.get("intent") === "end-others";
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between">
        <Title order={2}>{t("sessionsTitle")}</Title>
        <Form method="post">
          <Button
            type="submit"
            name="intent"
            value="end-others"
            variant="default"
            loading={isEnding}
          >
            {t("endOthers")}
          </Button>
        </Form>
      </Group>
      <DataTable
        label={t("sessionsLabel")}
        rows={sessions}
        columns={columns(t)}
        rowId={({ id }) => id}
        rowName={({ user_agent }) => user_agent || t("unknownDevice")}
      />
    </Stack>
  );
}
