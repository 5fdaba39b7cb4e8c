import { Stack, Text, Title } from "@mantine/core";
import type {
  CampaignFigures,
  CampaignSettings,
} from "@thaw/core/campaigns/campaign/campaign.schema";
import { RATED, TRUSTED_FROM } from "@thaw/core/reporting/metric/rate.schema";
import type { ReactNode } from "react";
import { Count } from "../../components/count.tsx";
import { Rate } from "../../components/rate.tsx";
import { useText } from "../../messages/text.tsx";

type Props = { totals: CampaignFigures; settings: CampaignSettings };

/** What the campaign has done since its beginning. */
export function Figures({ totals, settings }: Props) {
  const t = useText("campaign-detail");
  const isTracked = {
    opened: settings.track_opens,
    clicked: settings.track_clicks,
    replied: true,
    positive: true,
    bounced: true,
    unsubscribed: true,
  };
  return (
    <Stack gap="xs" component="section">
      <Title order={2}>{t("totals")}</Title>
      <div className="figures">
        <Figure name={t("sent")} value={<Count value={totals.sent} />}>
          {t("contacted", { count: totals.contacted })}
        </Figure>
        {RATED.map((part) =>
          isTracked[part] || totals[part] > 0 ? (
            <Figure key={part} name={t(part)} value={<Count value={totals[part]} />}>
              <Rate figures={totals} of={part} />
            </Figure>
          ) : (
            <Figure key={part} name={t(part)} value="–">
              {t("notTracked")}
            </Figure>
          ),
        )}
      </div>
      {totals.sent < TRUSTED_FROM ? (
        <Text c="dimmed">{t("tooFew", { minimum: TRUSTED_FROM })}</Text>
      ) : null}
    </Stack>
  );
}

function Figure({
  name,
  value,
  children,
}: {
  name: string;
  value: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="figure">
      <Text c="dimmed">{name}</Text>
      <div className="figure-number">{value}</div>
      <Text c="dimmed" component="div" size="xs">
        {children}
      </Text>
    </div>
  );
}
