import { Anchor } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { listCampaignLeads } from "@thaw/core/campaign-lead/campaign-lead-list";
import { WhyButton } from "../../campaign/why-button.tsx";
import { LeadMenu } from "../../campaign-lead/lead-menu.tsx";
import { RelativeTime } from "../../components/time.tsx";
import { leadAddress } from "../../lead/lead-page.ts";
import type { Column } from "../../list/column.ts";
import type { Text as Words } from "../../messages/text.tsx";
import { ConnectionState } from "./connection-state.tsx";
import { LeadStatusBadge } from "./lead-status.tsx";

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
          <Anchor component={Link} to={leadAddress(lead_id)} inherit>
            {lead.email}
          </Anchor>
        ) : (
          t("deletedLead")
        ),
    },
    {
      id: "name",
      header: t("name_lead"),
      cell: ({ lead }) => [lead?.first_name, lead?.last_name].filter(Boolean).join(" "),
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
    { id: "sender", header: t("sender"), cell: ({ sender }) => sender },
    {
      id: "reason",
      header: t("stopReason"),
      cell: ({ stop_reason }) => (stop_reason ? t(`reason_${stop_reason}`) : null),
    },
    {
      id: "why",
      header: t("why"),
      cell: ({ campaign_id, lead_id, lead }) => (
        <WhyButton
          campaignId={campaign_id}
          lead={{ id: lead_id, name: lead?.email ?? t("deletedLead"), canChange: canWrite }}
        />
      ),
    },
  ];
  if (!canWrite) return columns;
  return [
    ...columns,
    {
      id: "actions",
      header: t("actions"),
      align: "right",
      cell: (row) => <LeadMenu row={row} name={row.lead?.email ?? t("deletedLead")} />,
    },
  ];
}
