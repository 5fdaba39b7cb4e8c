import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { PlanGap } from "@thaw/core/forecast/forecast.schema";
import { useCampaignPage } from "../../campaign/campaign-page.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import type { TextKey } from "../../messages/areas.ts";
import { useText } from "../../messages/text.tsx";

type Words = { text: TextKey<"send-plan">; button: TextKey<"send-plan">; step: string };

const GAPS: Record<PlanGap, Words> = {
  leads: { text: "gapLeads", button: "openLeads", step: "" },
  sequence: { text: "gapSequence", button: "openSequence", step: "&step=sequence" },
  schedule: { text: "gapSchedule", button: "openSchedule", step: "&step=setup" },
  senders: { text: "gapSenders", button: "openSenders", step: "&step=setup" },
  over: { text: "gapOver", button: "openLeads", step: "" },
};

/** What the plan needs first, and where that is done. */
export function PlanGaps({ gaps }: { gaps: readonly PlanGap[] }) {
  const t = useText("send-plan");
  const { campaign, canWrite } = useCampaignPage();
  const words = GAPS[gaps[0] ?? "over"];
  const isClosed = campaign.status === "STOPPED" || campaign.status === "ARCHIVED";
  const wizard = `/app/email-campaign/new-campaign?id=${campaign.id}${words.step}`;
  return (
    <EmptyState
      drawing="chart"
      sentence={t(words.text)}
      action={
        canWrite && !isClosed ? (
          <Button component={Link} to={wizard} prefetch="intent">
            {t(words.button)}
          </Button>
        ) : null
      }
    />
  );
}
