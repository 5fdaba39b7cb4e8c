import { Stack, Title } from "@mantine/core";
import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import type { MailboxFailure } from "@thaw/core/senders/mailbox/mailbox.schema";
import { reconnectMailbox } from "@thaw/core/senders/mailbox/mailbox-reconnect";
import { lastResultOf, useActionResult } from "../../components/action-result.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DateTime } from "../../components/time.tsx";
import { toast } from "../../components/toasts.ts";
import { useMailboxPage } from "../../features/mailbox/mailbox-page.ts";
import { ReconnectForm } from "../../features/mailbox/reconnect-form.tsx";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";
import { useText, type Text as Words } from "../../messages/text.tsx";
import { idInPath } from "../../path-id.server.ts";
import { submit } from "../../submit.server.ts";

export { clientAction } from "../../offline-action.ts";

export function action({ request, params }: ActionFunctionArgs) {
  const fields = { mailbox_id: idInPath(params.id, "mailbox") };
  return submit(request, { reconnect: reconnectMailbox }, { fields });
}

const failureColumns = (t: Words<"mailboxes">): Column<MailboxFailure>[] => [
  { id: "at", header: t("at"), isFixed: true, cell: ({ at }) => <DateTime at={at} /> },
  { id: "protocol", header: t("protocol"), cell: ({ protocol }) => protocol },
  {
    id: "message",
    header: t("failure"),
    cell: ({ message }) => <span className="mailbox-words">{message}</span>,
  },
];

export default function MailboxErrors() {
  const { mailbox, canWrite } = useMailboxPage();
  const t = useText("mailboxes");
  const actionResult = useActionData<typeof action>();
  const { email, failures, connection_state } = mailbox;
  useActionResult(actionResult, "reconnect", () => toast.done(t("reconnectedToast", { email })));
  const isForm = canWrite && (connection_state !== "CONNECTED" || mailbox.closed_until);
  return (
    <>
      {isForm ? <ReconnectForm lastResult={lastResultOf(actionResult, "reconnect")} /> : null}
      {failures.length === 0 ? (
        <EmptyState drawing="mailbox" sentence={t("failuresNone")} />
      ) : (
        <Stack gap="xs" component="section">
          <Title order={2}>{t("failuresTitle")}</Title>
          <DataTable
            label={t("failuresLabel")}
            rows={failures}
            columns={failureColumns(t)}
            rowId={({ at, protocol }) => `${at} ${protocol}`}
            rowName={({ message }) => message}
          />
        </Stack>
      )}
    </>
  );
}
