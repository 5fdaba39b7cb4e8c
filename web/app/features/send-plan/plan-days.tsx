import { Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { DAY_MS } from "@thaw/core/duration";
import type { SendPlanView } from "@thaw/core/engine/forecast/forecast.schema";
import { useState } from "react";
import { Count } from "../../components/count.tsx";
import { DayChart } from "../../components/day-chart.tsx";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";
import { useLocale, useText } from "../../messages/text.tsx";
import { PlanCalendar } from "./plan-calendar.tsx";

type Day = SendPlanView["days"][number];

/** As many days as a chart draws so that each can be distinguished. */
const DRAWN = 92;
const VIEWS = ["chart", "calendar", "table"] as const;
type View = (typeof VIEWS)[number];
const FIRST_MAILS = {
  name: "first",
  colour: "var(--tone-violet)",
  shape: "line",
  dash: "7 3",
} as const;

/** The days of the plan as a chart, as a calendar or as a table with a column for each step. */
export function PlanDays({ plan }: { plan: SendPlanView }) {
  const t = useText("send-plan");
  const [view, setView] = useState<View>("chart");
  return (
    <Stack p="md" gap="md" className="panel" component="section">
      <Group justify="space-between" gap="sm">
        <Title order={2}>{t("daysTitle")}</Title>
        <SegmentedControl
          size="xs"
          aria-label={t("view")}
          value={view}
          onChange={(chosen) => setView(VIEWS.find((each) => each === chosen) ?? "chart")}
          data={VIEWS.map((each) => ({ value: each, label: t(each) }))}
        />
      </Group>
      {view === "chart" ? <PlanChart days={plan.days} /> : null}
      {view === "calendar" ? <PlanCalendar days={plan.days} closed={plan.closed} /> : null}
      {view === "table" ? <PlanTable plan={plan} /> : null}
      <ClosedDays closed={plan.closed} />
    </Stack>
  );
}

function ClosedDays({ closed }: Pick<SendPlanView, "closed">) {
  const t = useText("send-plan");
  const locale = useLocale();
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  if (closed.length === 0) return null;
  return (
    <div>
      <Text size="xs" fw={500}>
        {t("closedTitle")}
      </Text>
      <Text c="dimmed" size="xs">
        {closed
          .map(({ day, name }) =>
            t("closedDay", { day: date.format(new Date(day)), name: name || t("closedOwn") }),
          )
          .join(" · ")}
      </Text>
    </div>
  );
}

function PlanChart({ days }: { days: readonly Day[] }) {
  const t = useText("send-plan");
  const all = withoutHoles(days);
  const shown = all.slice(0, DRAWN);
  return (
    <>
      <DayChart
        label={t("daysTitle")}
        days={shown}
        series={[
          {
            name: "mails",
            label: t("mails"),
            colour: "var(--mantine-primary-color-filled)",
            shape: "bar",
          },
          // A line along the ground would say nothing.
          ...(shown.some(({ first }) => first > 0)
            ? [{ ...FIRST_MAILS, label: t("firstMails") }]
            : []),
        ]}
      />
      {all.length > shown.length ? (
        <Text c="dimmed" size="xs">
          {t("chartCut", { count: shown.length })}
        </Text>
      ) : null}
    </>
  );
}

/** Every day from the first to the last, also those without mail. */
function withoutHoles(days: readonly Day[]) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const known = new Map(days.map((day) => [day.day, day]));
  const length = (Date.parse(last.day) - Date.parse(first.day)) / DAY_MS + 1;
  return Array.from({ length }, (_, index) => {
    const day = new Date(Date.parse(first.day) + index * DAY_MS).toISOString().slice(0, 10);
    const { mails = 0, steps = [] } = known.get(day) ?? {};
    return { day, mails, first: steps[0]?.mails ?? 0 };
  });
}

function PlanTable({ plan }: { plan: SendPlanView }) {
  const t = useText("send-plan");
  const locale = useLocale();
  const write = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    year: "numeric",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
  const columns: Column<Day>[] = [
    {
      id: "day",
      header: t("day"),
      isFixed: true,
      cell: ({ day }) => write.format(new Date(day)),
    },
    {
      id: "mails",
      header: t("mails"),
      align: "right",
      cell: ({ mails }) => <Count value={mails} />,
    },
    ...plan.steps.map(
      ({ step }, index): Column<Day> => ({
        id: `step-${step}`,
        header: t("step", { step }),
        align: "right",
        cell: ({ steps }) => <Count value={steps[index]?.mails ?? 0} />,
      }),
    ),
  ];
  return (
    <>
      <DataTable
        label={t("daysTitle")}
        rows={plan.days}
        columns={columns}
        rowId={({ day }) => day}
        rowName={({ day }) => day}
      />
      {plan.is_cut ? <Text c="dimmed">{t("cut")}</Text> : null}
    </>
  );
}
