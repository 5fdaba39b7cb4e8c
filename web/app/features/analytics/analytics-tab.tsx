import { Anchor, Stack, Title } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import { EmptyState } from "../../components/empty-state.tsx";
import { DataTable } from "../../list/data-table.tsx";
import { useText } from "../../messages/text.tsx";
import { useCampaignPage } from "../campaign/campaign-page.ts";
import { FinishDraft } from "../campaign/finish-draft.tsx";
import type { loader } from "./analytics-tab.server.ts";
import { DailyPanel } from "./daily-panel.tsx";
import { Figures } from "./figures.tsx";
import { stepColumns } from "./step-columns.tsx";
import { VariantPanel } from "./variant-panel.tsx";

export function AnalyticsTab() {
  const { analytics, variants, asked, problem, today } = useLoaderData<typeof loader>();
  const { campaign } = useCampaignPage();
  const t = useText("campaign-detail");
  const { totals, steps, days, from, to } = analytics;
  if (totals.sent + totals.contacted === 0) return <NothingSent />;
  return (
    <>
      <Figures totals={totals} settings={campaign.settings} />
      <DailyPanel
        days={days}
        range={{ from: asked.from ?? from, to: asked.to ?? to }}
        problem={problem}
        today={today}
      />
      <Stack gap="xs" component="section">
        <Title order={2}>{t("stepsTitle")}</Title>
        <DataTable
          label={t("stepsTitle")}
          rows={steps}
          columns={stepColumns(t, campaign.settings, steps)}
          rowId={({ step, variant }) => `${step}.${variant}`}
          rowName={({ step, variant }) => t("stepVariant", { step, variant })}
        />
      </Stack>
      <VariantPanel {...variants} />
    </>
  );
}

function NothingSent() {
  const { campaign, canWrite } = useCampaignPage();
  const t = useText("campaign-detail");
  const action =
    canWrite && campaign.status === "DRAFTED" ? (
      <FinishDraft />
    ) : (
      <Anchor component={Link} to="../trigger-logs" relative="path" prefetch="intent">
        {t("triggerLogs")}
      </Anchor>
    );
  return <EmptyState drawing="chart" sentence={t("analyticsEmpty")} action={action} />;
}
