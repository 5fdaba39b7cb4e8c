import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { listCampaignLeads } from "@thaw/core/leads/lead/campaign-lead-list";
import { RelativeTime } from "../../components/time.tsx";
import type { Column } from "../../list/column.ts";
import { useText, type Text as Words } from "../../messages/text.tsx";
import { DiagnosticsButton } from "../campaign/diagnostics-button.tsx";
import { nameOfLead } from "../lead/lead-columns.tsx";
import { leadAddress } from "../lead/lead-page.ts";
import { LeadStatusBadge } from "./campaign-lead-status.tsx";
import { ConnectionState } from "./connection-state.tsx";
import { LeadMenu } from "./lead-menu.tsx";

type Row = Awaited<ReturnType<typeof listCampaignLeads>>["items"][number];

export function leadColumns(
  t: Words<"campaign-detail">,
  steps: number,
  canWrite: boolean,
): Column<Row>[] {
  const columns: Column<Row>[] = [
    {
      id: "lead",
      header: t("lead"),
      isFixed: true,
      cell: ({ lead, lead_id }) =>
        lead ? (
          <Anchor
            component={Link}
            to={leadAddress(lead_id)}
            inherit
            truncate
            display="block"
            maw={230}
            title={lead.email}
          >
            {lead.email}
          </Anchor>
        ) : (
          t("deletedLead")
        ),
    },
    {
      id: "name",
      header: t("name_lead"),
      cell: ({ lead }) => <Brief copy={lead ? nameOfLead(lead) : ""} />,
    },
    {
      id: "company",
      header: t("company"),
      isHidden: true,
      cell: ({ lead }) => lead?.company_name,
    },
    {
      id: "status",
      header: t("status"),
      cell: ({ status, next_send_at, held_for }) => (
        <LeadStatusBadge
          status={status}
          isScheduled={next_send_at !== undefined}
          heldFor={held_for}
        />
      ),
    },
    {
      id: "connection",
      header: t("connection"),
      isHidden: true,
      cell: ({ connection }) => (connection ? <ConnectionState connection={connection} /> : null),
    },
    {
      id: "progress",
      header: t("progress"),
      align: "right",
      cell: ({ next_step }) => t("progressOf", { sent: Math.min(next_step - 1, steps), steps }),
    },
    {
      id: "next",
      header: t("nextSend"),
      cell: ({ next_send_at }) => (next_send_at ? <RelativeTime at={next_send_at} /> : null),
    },
    { id: "sender", header: t("sender"), cell: ({ sender = "" }) => <Brief copy={sender} /> },
    {
      id: "reason",
      header: t("stopReason"),
      cell: ({ stop_reason }) => (stop_reason ? t(`reason_${stop_reason}`) : null),
    },
  ];
  return [
    ...columns,
    {
      id: "actions",
      header: t("actions"),
      align: "right",
      cell: (row) => <Actions row={row} canWrite={canWrite} />,
    },
  ];
}

/** A value that gives way to the other columns; all of it under the pointer. */
const Brief = ({ copy }: { copy: string }) => (
  <Text span truncate display="block" maw={150} title={copy}>
    {copy}
  </Text>
);

function Actions({ row, canWrite }: { row: Row; canWrite: boolean }) {
  const t = useText("campaign-detail");
  const name = row.lead?.email ?? t("deletedLead");
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <DiagnosticsButton
        campaignId={row.campaign_id}
        lead={{ id: row.lead_id, name, canChange: canWrite }}
      />
      {canWrite ? <LeadMenu row={row} name={name} /> : null}
    </Group>
  );
}
