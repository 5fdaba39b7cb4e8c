import { Badge, Group, Progress, Stack, Text, Title } from "@mantine/core";
import type { VariantPanel as Panel } from "@thaw/core/variant/variant-panel";
import { Count } from "../../components/count.tsx";
import { Rate } from "../../components/rate.tsx";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";
import { useText, type Text as Words } from "../../messages/text.tsx";

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
            <Badge variant="light" color={step.phase === "winner" ? "green" : "gray"}>
              {t(`phase.${step.phase}`)}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {t(`phaseHint.${step.mode}.${step.phase}`)}
          </Text>
          <DataTable
            label={t("variantsOfStep", { step: step.step, metric: t(`metric.${step.metric}`) })}
            rows={step.variants}
            columns={columns(t)}
            rowId={({ letter }) => letter}
            rowName={({ letter }) => t("stepVariant", { step: step.step, variant: letter })}
          />
        </Stack>
      ))}
    </Stack>
  );
}

function columns(t: Words<"campaign-detail">): Column<Row>[] {
  return [
    { id: "letter", header: t("variantColumn"), isFixed: true, cell: ({ letter }) => letter },
    {
      id: "share",
      header: t("nextLeads"),
      align: "right",
      cell: ({ share }) => t("percent", { share: share / 100 }),
    },
    { id: "sent", header: t("sent"), align: "right", cell: ({ sent }) => <Count value={sent} /> },
    {
      id: "rate",
      header: t("judgedRate"),
      align: "right",
      cell: ({ counted, successes }) => <Rate part={successes} whole={counted} />,
    },
    {
      id: "chance",
      header: t("chanceOfBest"),
      cell: ({ chance }) => (
        <Group gap="xs" wrap="nowrap">
          <Progress value={chance * 100} w={80} aria-label={t("chanceOfBest")} aria-hidden="true" />
          {t("percent", { share: chance })}
        </Group>
      ),
    },
  ];
}
