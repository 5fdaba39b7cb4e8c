import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { PlanGap } from "@thaw/core/engine/forecast/forecast.schema";
import { EmptyState } from "../../components/empty-state.tsx";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";
import { useCampaignPage } from "../campaign/campaign-page.ts";
import { stepAddress, type WizardStepId } from "../campaign-builder/steps.ts";

type Words = { text: TextKey<"send-plan">; button: TextKey<"send-plan">; step: WizardStepId };

const GAPS: Record<PlanGap, Words> = {
  leads: { text: "gapLeads", button: "openLeads", step: "leads" },
  sequence: { text: "gapSequence", button: "openSequence", step: "sequence" },
  schedule: { text: "gapSchedule", button: "openSchedule", step: "setup" },
  senders: { text: "gapSenders", button: "openSenders", step: "setup" },
  over: { text: "gapOver", button: "openLeads", step: "leads" },
};

/** What the plan needs first, and where that is done. */
export function PlanGaps({ gaps }: { gaps: readonly PlanGap[] }) {
  const t = useText("send-plan");
  const { campaign, canWrite } = useCampaignPage();
  const words = GAPS[gaps[0] ?? "over"];
  const isClosed = campaign.status === "STOPPED" || campaign.status === "ARCHIVED";
  return (
    <EmptyState
      drawing="chart"
      sentence={t(words.text)}
      action={
        canWrite && !isClosed ? (
          <Button component={Link} to={stepAddress(campaign, words.step)} prefetch="intent">
            {t(words.button)}
          </Button>
        ) : null
      }
    />
  );
}
