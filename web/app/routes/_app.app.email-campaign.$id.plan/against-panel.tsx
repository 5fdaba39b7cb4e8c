import { Group, Stack, Switch, Text, Title } from "@mantine/core";
import type { SendPlanView } from "@thaw/core/forecast/forecast.schema";
import { useState } from "react";
import { Count } from "../../components/count.tsx";
import { DayChart } from "../../components/day-chart.tsx";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";
import { useLocale, useText } from "../../messages/text.tsx";

type Day = { day: string; sent: number; planned: number };

/** What was sent on each day so far beside what the plan of the last start said. */
export function AgainstPanel({ days: given }: { days: SendPlanView["against"] }) {
  const t = useText("send-plan");
  const [isTable, setTable] = useState(false);
  const days = given.map(({ planned = 0, ...day }) => ({ ...day, planned }));
  return (
    <Stack p="md" gap="md" className="panel" component="section">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={2}>{t("againstTitle")}</Title>
          <Text c="dimmed" size="xs">
            {t("againstUnits")}
          </Text>
        </div>
        {days.length > 0 ? (
          <Switch
            label={t("table")}
            checked={isTable}
            onChange={(event) => setTable(event.currentTarget.checked)}
          />
        ) : null}
      </Group>
      {days.length === 0 ? (
        <Text c="dimmed" ta="center" py="xl">
          {t("againstNone")}
        </Text>
      ) : (
        <Against days={days} isTable={isTable} />
      )}
    </Stack>
  );
}

function Against({ days, isTable }: { days: Day[]; isTable: boolean }) {
  const t = useText("send-plan");
  if (isTable) return <AgainstTable days={days} />;
  return (
    <DayChart
      label={t("againstTitle")}
      days={days}
      series={[
        {
          name: "sent",
          label: t("sent"),
          colour: "var(--mantine-primary-color-filled)",
          shape: "bar",
        },
        { name: "planned", label: t("planned"), colour: "var(--tone-violet)", shape: "bar" },
      ]}
    />
  );
}

function AgainstTable({ days }: { days: Day[] }) {
  const t = useText("send-plan");
  const locale = useLocale();
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const columns: Column<Day>[] = [
    { id: "day", header: t("day"), isFixed: true, cell: ({ day }) => date.format(new Date(day)) },
    ...(["planned", "sent"] as const).map(
      (name): Column<Day> => ({
        id: name,
        header: t(name),
        align: "right",
        cell: (day) => <Count value={day[name]} />,
      }),
    ),
  ];
  return (
    <DataTable
      label={t("againstTitle")}
      rows={days}
      columns={columns}
      rowId={({ day }) => day}
      rowName={({ day }) => day}
    />
  );
}
