import { Button, Stack } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { getStepAccess } from "@thaw/core/campaigns/sequence/step-access";
import type { LinkedInAccount } from "@thaw/core/senders/linkedin/linkedin.schema";
import {
  addLinkedInAccount,
  checkLinkedInAccount,
  confirmLinkedInAccount,
  listLinkedInAccounts,
  loseLinkedInAccount,
  reconnectLinkedInAccount,
  removeLinkedInAccount,
} from "@thaw/core/senders/linkedin/linkedin-account";
import {
  getLinkedInConnector,
  removeLinkedInConnector,
  setLinkedInConnector,
} from "@thaw/core/senders/linkedin/linkedin-connector";
import { useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { toast } from "../../components/toasts.ts";
import { useAccountColumns } from "../../features/linkedin/account-columns.tsx";
import { AccountDialog } from "../../features/linkedin/account-dialog.tsx";
import { ConnectorPanel } from "../../features/linkedin/connector-panel.tsx";
import { UpgradeNotice } from "../../features/linkedin/upgrade-notice.tsx";
import { DataTable } from "../../list/data-table.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("integrations", "linkedin");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const canWrite = actor.permissions.has("integrations:write");
  const [{ items }, access, connector] = await Promise.all([
    listLinkedInAccounts(actor, {}),
    getStepAccess(actor, {}),
    canWrite ? getLinkedInConnector(actor, {}) : undefined,
  ]);
  return { accounts: items, connector, canWrite, hasLinkedIn: access.linkedin };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, {
    add: addLinkedInAccount,
    confirm: confirmLinkedInAccount,
    lose: loseLinkedInAccount,
    reconnect: reconnectLinkedInAccount,
    check: checkLinkedInAccount,
    remove: removeLinkedInAccount,
    connector: setLinkedInConnector,
    disconnect: removeLinkedInConnector,
  });
}

export default function LinkedInPage() {
  const { accounts, connector, canWrite, hasLinkedIn } = useLoaderData<typeof loader>();
  const t = useText("integrations");
  const actionResult = useActionData<typeof action>();
  useActionResult(actionResult, "connector", () => toast.done(t("connectorSaved")));
  useActionResult(actionResult, "disconnect", () => toast.done(t("connectorRemoved")));
  const [isOpen, setOpen] = useState(false);
  const columns = useAccountColumns(canWrite, connector?.url !== null);
  const button =
    canWrite && hasLinkedIn ? (
      <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        {t("add")}
      </Button>
    ) : null;
  return (
    <Stack gap="lg" pt="md">
      {hasLinkedIn ? null : <UpgradeNotice />}
      {accounts.length === 0 ? (
        <EmptyState drawing="people" sentence={t("empty")} action={button} />
      ) : (
        <Stack gap="xs" component="section" align="stretch">
          <div>{button}</div>
          <DataTable<LinkedInAccount>
            label={t("label")}
            rows={accounts}
            columns={columns}
            rowId={({ id }) => String(id)}
            rowName={({ name }) => name}
          />
        </Stack>
      )}
      {connector ? <ConnectorPanel connector={connector} /> : null}
      {isOpen ? <AccountDialog onClose={() => setOpen(false)} /> : null}
    </Stack>
  );
}
