import { Stack, Text, Title } from "@mantine/core";
import type { LeadEnrolment } from "@thaw/core/leads/lead/lead-enrolments";
import { RelativeTime } from "../../components/time.tsx";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";
import { useText, type Text as Words } from "../../messages/text.tsx";
import { campaignHome } from "../campaign/campaign-page.ts";
import { LeadStatusBadge } from "../campaign-lead/campaign-lead-status.tsx";

/** A subsequence is found under its campaign. */
function addressOf({ campaign_id, campaign_status, parent_id }: LeadEnrolment): string {
  return parent_id === undefined
    ? campaignHome({ id: campaign_id, status: campaign_status })
    : `/app/campaign/${parent_id}/subsequence/${campaign_id}/analytics`;
}

const columns = (t: Words<"leads">, detail: Words<"campaign-detail">): Column<LeadEnrolment>[] => [
  {
    id: "campaign",
    header: t("campaign"),
    isFixed: true,
    cell: ({ campaign_name, parent_id }) =>
      parent_id === undefined ? campaign_name : `${campaign_name} (${t("subsequence")})`,
  },
  {
    id: "status",
    header: t("status"),
    cell: ({ status, next_send_at }) => (
      <LeadStatusBadge status={status} isScheduled={next_send_at !== undefined} />
    ),
  },
  {
    id: "progress",
    header: t("progress"),
    align: "right",
    cell: ({ next_step, step_count }) =>
      t("progressOf", { sent: Math.min(next_step - 1, step_count), steps: step_count }),
  },
  {
    id: "next",
    header: t("nextSend"),
    cell: ({ next_send_at }) => (next_send_at ? <RelativeTime at={next_send_at} /> : null),
  },
  {
    id: "reason",
    header: t("stopReason"),
    cell: ({ stop_reason }) => (stop_reason ? detail(`reason_${stop_reason}`) : null),
  },
  {
    id: "enrolled",
    header: t("enrolled"),
    align: "right",
    cell: ({ enrolled_at }) => <RelativeTime at={enrolled_at} />,
  },
];

/** Where the lead stands. */
export function LeadEnrolments({ enrolments }: { enrolments: LeadEnrolment[] }) {
  const t = useText("leads");
  const detail = useText("campaign-detail");
  return (
    <Stack gap="xs" component="section">
      <Title order={2}>{t("placesTitle")}</Title>
      {enrolments.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("placesEmpty")}
        </Text>
      ) : (
        <DataTable
          label={t("placesTitle")}
          rows={enrolments}
          columns={columns(t, detail)}
          rowId={({ campaign_id }) => String(campaign_id)}
          rowName={({ campaign_name }) => campaign_name}
          rowTo={addressOf}
        />
      )}
    </Stack>
  );
}
