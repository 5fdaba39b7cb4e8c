import { Group, Stack, Switch, Text, Title } from "@mantine/core";
import type { CampaignAnalytics } from "@thaw/core/campaigns/campaign/campaign-analytics";
import { useState } from "react";
import { DayChart } from "../../components/day-chart.tsx";
import { DayTable } from "../../list/day-table.tsx";
import { useText } from "../../messages/text.tsx";
import { RangeForm, type RangeProblem } from "./range-form.tsx";

type Day = CampaignAnalytics["days"][number];

const NAMES = [
  "sent",
  "opened",
  "clicked",
  "replied",
  "positive",
  "bounced",
  "unsubscribed",
] as const;
const LOOKS = [
  { name: "sent", colour: "var(--mantine-primary-color-filled)", shape: "bar" },
  { name: "opened", colour: "var(--tone-violet)", shape: "line" },
  { name: "replied", colour: "var(--tone-green)", shape: "line", dash: "7 3" },
  { name: "bounced", colour: "var(--tone-red)", shape: "line", dash: "2 3" },
] as const;

type Props = {
  days: Day[];
  range: { from: string; to: string };
  problem: RangeProblem | undefined;
  today: string;
};

/** The days of the range as a chart or as a table. */
export function DailyPanel({ days, range, problem, today }: Props) {
  const t = useText("campaign-detail");
  const [isTable, setTable] = useState(false);
  return (
    <Stack p="md" gap="md" className="panel" component="section">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={2}>{t("dailyTitle")}</Title>
          <Text c="dimmed" size="xs">
            {t("dailyUnits")}
          </Text>
        </div>
        <Switch
          label={t("showTable")}
          checked={isTable}
          onChange={(event) => setTable(event.currentTarget.checked)}
        />
      </Group>
      <RangeForm range={range} problem={problem} today={today} />
      {problem ? (
        <Text c="var(--mantine-color-error)" role="alert">
          {problem.message}
        </Text>
      ) : (
        <DayFigures days={days} isTable={isTable} />
      )}
    </Stack>
  );
}

function DayFigures({ days, isTable }: { days: Day[]; isTable: boolean }) {
  const t = useText("campaign-detail");
  if (days.every((day) => NAMES.every((name) => day[name] === 0))) {
    return (
      <Text c="dimmed" ta="center" py="xl">
        {t("dailyNone")}
      </Text>
    );
  }
  if (isTable) {
    return (
      <DayTable
        label={t("dailyTitle")}
        dayLabel={t("day")}
        days={days}
        series={NAMES.map((name) => ({ name, label: t(name) }))}
      />
    );
  }
  return (
    <DayChart
      label={t("dailyTitle")}
      days={days}
      series={LOOKS.map((look) => ({ ...look, label: t(look.name) }))}
    />
  );
}
