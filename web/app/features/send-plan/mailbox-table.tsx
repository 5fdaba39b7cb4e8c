import { Stack, Title } from "@mantine/core";
import type { SendPlanView } from "@thaw/core/engine/forecast/forecast.schema";
import { Count } from "../../components/count.tsx";
import { DataTable } from "../../list/data-table.tsx";
import { useLocale, useText } from "../../messages/text.tsx";

/** What each mailbox sends; a mailbox leads to its own days. */
export function MailboxTable({ mailboxes }: Pick<SendPlanView, "mailboxes">) {
  const t = useText("send-plan");
  const locale = useLocale();
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  return (
    <Stack gap="xs" component="section">
      <Title order={2}>{t("mailboxesTitle")}</Title>
      <DataTable
        label={t("mailboxesTitle")}
        rows={mailboxes}
        rowId={({ mailbox_id }) => String(mailbox_id)}
        rowName={({ email }) => email ?? t("deletedMailbox")}
        rowTo={({ mailbox_id }) => `?mailbox=${mailbox_id}`}
        columns={[
          {
            id: "mailbox",
            header: t("mailbox"),
            isFixed: true,
            cell: ({ email }) => email ?? t("deletedMailbox"),
          },
          {
            id: "mails",
            header: t("mails"),
            align: "right",
            cell: ({ mails }) => <Count value={mails} />,
          },
          {
            id: "first",
            header: t("firstDay"),
            cell: ({ first_day }) => date.format(new Date(first_day)),
          },
          {
            id: "last",
            header: t("lastDay"),
            cell: ({ last_day }) => date.format(new Date(last_day)),
          },
        ]}
      />
    </Stack>
  );
}
