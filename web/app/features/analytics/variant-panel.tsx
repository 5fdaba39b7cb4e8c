import { Badge, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { COUNTED_AFTER_DAYS, LEADING, PROVED } from "@thaw/core/campaigns/variant/bars.schema";
import type { VariantPanel as Panel } from "@thaw/core/campaigns/variant/variant-panel";
import { FIGURE } from "@thaw/core/reporting/metric/rate.schema";
import { Count } from "../../components/count.tsx";
import { Rate } from "../../components/rate.tsx";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";
import { type Text as Copy, useText } from "../../messages/text.tsx";
import { comparisonOf, explain } from "./variant-comparison.ts";

type Step = Panel["steps"][number];
type Row = Step["variants"][number];

/** Which variant does best, how sure that is, and what the next leads get. Nothing where no step has several. */
export function VariantPanel({ steps }: Panel) {
  const t = useText("campaign-detail");
  if (steps.length === 0) return null;
  return (
    <Stack gap="md" component="section">
      <Title order={2}>{t("variantsTitle")}</Title>
      {steps.map((step) => (
        <Stack key={step.step} gap="xs">
          <Group gap="xs">
            <Title order={3} size="h5">
              {t("variantsOfStep", { step: step.step, metric: t(`metric.${step.metric}`) })}
            </Title>
            <Badge variant="light" color={BADGE[step.phase]} tt="none">
              {comparisonOf(t, step)}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {explain(t, step)}
          </Text>
          <DataTable
            label={t("variantsOfStep", { step: step.step, metric: t(`metric.${step.metric}`) })}
            rows={step.variants}
            columns={columns(t, step)}
            rowId={({ letter }) => letter}
            rowName={({ letter }) => t("stepVariant", { step: step.step, variant: letter })}
          />
          <Text size="xs" c="dimmed">
            {t("countedHint", { days: COUNTED_AFTER_DAYS[step.metric] })}
          </Text>
        </Stack>
      ))}
    </Stack>
  );
}

const BADGE = { even: "gray", learning: "gray", leading: "blue", proved: "green" } as const;

function columns(t: Copy<"campaign-detail">, { metric, phase, missing }: Step): Column<Row>[] {
  const { counted: needed } = missing.leading > 0 ? LEADING : PROVED;
  return [
    { id: "letter", header: t("variantColumn"), isFixed: true, cell: ({ letter }) => letter },
    {
      id: "share",
      header: t("nextLeads"),
      align: "right",
      cell: ({ share }) => t("percent", { share: share / 100 }),
    },
    {
      id: "sent",
      header: t("sent"),
      align: "right",
      cell: ({ figures }) => <Count value={figures.sent} />,
    },
    {
      id: "rate",
      header: t(`rateOf.${metric}`),
      align: "right",
      cell: ({ figures }) => <Rate figures={figures} of={FIGURE[metric]} isShort />,
    },
    {
      id: "counted",
      header: t("counted"),
      align: "right",
      cell: ({ counted }) =>
        phase === "proved" || counted >= needed ? (
          <Count value={counted} />
        ) : (
          t("countedOf", { counted, needed })
        ),
    },
    {
      id: "chance",
      header: t("chanceOfBest"),
      cell: ({ chance }) => (
        <Group gap="xs" wrap="nowrap">
          <Progress value={chance * 100} w={80} aria-label={t("chanceOfBest")} aria-hidden="true" />
          {chanceText(t, chance)}
        </Group>
      ),
    },
  ];
}

/** No number of emails makes anything certain. */
function chanceText(t: Copy<"campaign-detail">, chance: number): string {
  if (chance > 0.99) return t("chanceHigh");
  return chance < 0.01 ? t("chanceLow") : t("percent", { share: chance });
}
