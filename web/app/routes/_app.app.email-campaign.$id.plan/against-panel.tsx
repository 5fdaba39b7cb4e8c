import { Stack, Text, Title } from "@mantine/core";
import type { SendPlanView } from "@thaw/core/forecast/forecast.schema";
import { DayChart } from "../../components/day-chart.tsx";
import { useText } from "../../messages/text.tsx";

/** What was sent on each day so far beside what the plan of the last start said. */
export function AgainstPanel({ days }: { days: SendPlanView["against"] }) {
  const t = useText("send-plan");
  return (
    <Stack p="md" gap="md" className="panel" component="section">
      <div>
        <Title order={2}>{t("againstTitle")}</Title>
        <Text c="dimmed" size="xs">
          {t("againstUnits")}
        </Text>
      </div>
      {days.length === 0 ? (
        <Text c="dimmed" ta="center" py="xl">
          {t("againstNone")}
        </Text>
      ) : (
        <DayChart
          label={t("againstTitle")}
          days={days.map(({ planned = 0, ...day }) => ({ ...day, planned }))}
          series={[
            {
              name: "sent",
              label: t("sent"),
              colour: "var(--mantine-primary-color-filled)",
              shape: "bar",
            },
            {
              name: "planned",
              label: t("planned"),
              colour: "var(--tone-violet)",
              shape: "bar",
            },
          ]}
        />
      )}
    </Stack>
  );
}
