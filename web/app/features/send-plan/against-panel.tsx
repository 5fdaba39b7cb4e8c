import { Group, Stack, Switch, Text, Title } from "@mantine/core";
import type { SendPlanView } from "@thaw/core/engine/forecast/forecast.schema";
import { useState } from "react";
import { DayChart } from "../../components/day-chart.tsx";
import { DayTable } from "../../list/day-table.tsx";
import { useText } from "../../messages/text.tsx";

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
  if (isTable) {
    return (
      <DayTable
        label={t("againstTitle")}
        dayLabel={t("day")}
        days={days}
        series={(["planned", "sent"] as const).map((name) => ({ name, label: t(name) }))}
      />
    );
  }
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
