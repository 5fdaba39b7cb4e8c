import { Badge, Group, Text } from "@mantine/core";
import type { LeadEnrolment } from "@thaw/core/leads/lead/lead-enrolments";
import { useText } from "../../messages/text.tsx";
import { LeadStatusBadge } from "../campaign-lead/campaign-lead-status.tsx";

type Props = { enrolments: readonly LeadEnrolment[] };

/** Where a lead stands, each status once, in the order of its newest campaigns. */
export function EnrolmentStatuses({ enrolments }: Props) {
  const keyOf = ({ status, next_send_at }: LeadEnrolment) =>
    `${status}${status === "STARTED" && next_send_at ? "-scheduled" : ""}`;
  const distinct = [
    ...new Map(enrolments.map((enrolment) => [keyOf(enrolment), enrolment])).entries(),
  ];
  return (
    <Group gap={4} wrap="nowrap">
      {distinct.map(([key, { status, next_send_at }]) => (
        <LeadStatusBadge key={key} status={status} isScheduled={next_send_at !== undefined} />
      ))}
    </Group>
  );
}

/** The newest campaign by name, and how many more there are. */
export function EnrolmentNames({ enrolments }: Props) {
  const t = useText("leads");
  const [first, ...others] = enrolments;
  if (!first) {
    return (
      <Text span size="sm" c="dimmed">
        {t("inNone")}
      </Text>
    );
  }
  const names = others.map(({ campaign_name }) => campaign_name).join(", ");
  return (
    <Group gap={4} wrap="nowrap">
      <Text span size="sm" truncate maw={180} title={first.campaign_name}>
        {first.campaign_name}
      </Text>
      {others.length > 0 ? (
        <Badge
          variant="light"
          color="gray"
          size="sm"
          title={names}
          aria-label={t("morePlacesOf", { count: others.length })}
        >
          {t("morePlaces", { count: others.length })}
        </Badge>
      ) : null}
    </Group>
  );
}
