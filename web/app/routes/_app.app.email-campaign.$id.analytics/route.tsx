import { Anchor, Stack, Title } from "@mantine/core";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { getCampaignAnalytics } from "@thaw/core/campaigns/campaign/campaign-analytics";
import { getVariantPanel } from "@thaw/core/campaigns/variant/variant-panel";
import { now, toIso } from "@thaw/core/clock";
import { AppError } from "@thaw/core/error";
import { renderError } from "@thaw/text/render";
import { EmptyState } from "../../components/empty-state.tsx";
import { DailyPanel } from "../../features/analytics/daily-panel.tsx";
import { Figures } from "../../features/analytics/figures.tsx";
import { stepColumns } from "../../features/analytics/step-columns.tsx";
import { VariantPanel } from "../../features/analytics/variant-panel.tsx";
import { useCampaignPage } from "../../features/campaign/campaign-page.ts";
import { FinishDraft } from "../../features/campaign/finish-draft.tsx";
import { DataTable } from "../../list/data-table.tsx";
import { localeOfRequest } from "../../locale.server.ts";
import { useText } from "../../messages/text.tsx";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const campaign_id = idInPath(params.id, "campaign");
  const asked = new URL(request.url).searchParams;
  const range = { from: asked.get("from") ?? undefined, to: asked.get("to") ?? undefined };
  const today = toIso(now()).slice(0, 10);
  const variants = await getVariantPanel(actor, { campaign_id });
  try {
    const given = Object.fromEntries(Object.entries(range).filter(([, day]) => day));
    return {
      variants,
      analytics: await getCampaignAnalytics(actor, { campaign_id, ...given }),
      asked: range,
      today,
      problem: undefined,
    };
  } catch (error) {
    // A range that cannot be shown is said where its days would stand.
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    return {
      variants,
      analytics: await getCampaignAnalytics(actor, { campaign_id }),
      asked: range,
      today,
      problem: { fields: {}, ...renderError(localeOfRequest(request), error) },
    };
  }
}

export default function CampaignAnalyticsTab() {
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
