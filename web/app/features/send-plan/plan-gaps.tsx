import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { PlanGap } from "@thaw/core/engine/forecast/forecast.schema";
import { EmptyState } from "../../components/empty-state.tsx";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";
import { useCampaignPage } from "../campaign/campaign-page.ts";
import { stepAddress, type WizardStepId } from "../campaign-builder/steps.ts";

type Copy = { text: TextKey<"send-plan">; button: TextKey<"send-plan">; step: WizardStepId };

const GAPS: Record<PlanGap, Copy> = {
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
  const copy = GAPS[gaps[0] ?? "over"];
  const isClosed = campaign.status === "STOPPED" || campaign.status === "ARCHIVED";
  return (
    <EmptyState
      drawing="chart"
      sentence={t(copy.text)}
      action={
        canWrite && !isClosed ? (
          <Button component={Link} to={stepAddress(campaign, copy.step)} prefetch="intent">
            {t(copy.button)}
          </Button>
        ) : null
      }
    />
  );
}
