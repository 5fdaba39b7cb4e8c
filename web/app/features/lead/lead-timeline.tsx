import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { LEAD_STATUSES } from "@thaw/core/campaigns/campaign-lead/campaign-lead.schema";
import type { TimelineItem } from "@thaw/core/inbox/timeline/lead-timeline";
import type { LeadEnrolment } from "@thaw/core/leads/lead/lead-enrolments";
import { RelativeTime } from "../../components/time.tsx";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";
import { useText } from "../../messages/text.tsx";
import { useFailureText } from "../campaign/failure-text.ts";
import { LEAD_STATUS_LOOKS } from "../campaign-lead/campaign-lead-status.tsx";

type Props = {
  timeline: { items: TimelineItem[]; is_cut: boolean };
  enrolments: readonly LeadEnrolment[];
};

/** Mails, what came back, and changes, newest first. */
export function LeadTimeline({ timeline: { items, is_cut }, enrolments }: Props) {
  const t = useText("leads");
  const columns = useColumns(enrolments);
  return (
    <Stack gap="xs">
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("timelineEmpty")}
        </Text>
      ) : (
        <DataTable
          label={t("timelineTitle")}
          rows={items}
          columns={columns}
          rowId={({ at, kind, campaign_id, step }) => [at, kind, campaign_id, step].join("|")}
          rowName={({ kind }) => t(`kind.${kind}`)}
        />
      )}
      {is_cut ? (
        <Text size="sm" c="dimmed">
          {t("timelineOlder")}
        </Text>
      ) : null}
    </Stack>
  );
}

function useColumns(enrolments: readonly LeadEnrolment[]): Column<TimelineItem>[] {
  const t = useText("leads");
  const names = new Map(
    enrolments.map(({ campaign_id, campaign_name }) => [campaign_id, campaign_name]),
  );
  return [
    { id: "event", header: t("event"), isFixed: true, cell: ({ kind }) => t(`kind.${kind}`) },
    { id: "what", header: t("what"), cell: (item) => <What item={item} /> },
    { id: "campaign", header: t("campaign"), cell: ({ campaign_id }) => names.get(campaign_id) },
    {
      id: "time",
      header: t("time"),
      align: "right",
      cell: ({ at }) => <RelativeTime at={at} />,
    },
  ];
}

function What({ item }: { item: TimelineItem }) {
  const t = useText("leads");
  const detail = useText("campaign-detail");
  const failure = useFailureText();
  const { kind, step, variant, text = "", thread_id, cause } = item;
  const status = LEAD_STATUSES.find((each) => kind === "changed" && each === text);
  const said = status ? detail(LEAD_STATUS_LOOKS[status].word) : failure(text, cause);
  return (
    <>
      <Text span size="sm" display="block" truncate maw={360} title={said}>
        {said}
      </Text>
      {step === undefined ? null : (
        <Text span size="xs" c="dimmed">
          {t("stepOf", { step, variant: variant ?? "" })}
        </Text>
      )}
      {thread_id === undefined ? null : (
        <Anchor component={Link} to={`/app/master-inbox/${thread_id}`} size="xs">
          {t("readConversation")}
        </Anchor>
      )}
    </>
  );
}
