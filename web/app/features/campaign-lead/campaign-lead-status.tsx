import { type Icon, IconBan, IconChecklist, IconClock, IconPlayerStop } from "@tabler/icons-react";
import type { LeadStatus } from "@thaw/core/campaigns/campaign-lead/campaign-lead.schema";
import type { StepType } from "@thaw/core/campaigns/sequence/step-type.schema";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";

type Look = { word: TextKey<"campaign-detail">; tone: Tone; icon?: Icon };

export const LEAD_STATUS_LOOKS: Record<LeadStatus, Look> = {
  STARTED: { word: "notContacted", tone: "drafted", icon: IconClock },
  INPROGRESS: { word: "inProgress", tone: "active" },
  COMPLETED: { word: "finished", tone: "good" },
  STOPPED: { word: "stopped", tone: "drafted", icon: IconPlayerStop },
  PAUSED: { word: "pausedLead", tone: "waiting" },
  BLOCKED: { word: "blocked", tone: "failed", icon: IconBan },
};
/** A first mail that is planned (LEAD-03). */
const SCHEDULED: Look = { word: "scheduled", tone: "active", icon: IconClock };

type Props = {
  status: LeadStatus;
  isScheduled: boolean;
  /** It waits for a person to do this. */
  heldFor?: StepType | undefined;
};

/** Where a lead stands in its campaign. */
export function LeadStatusBadge({ status, isScheduled, heldFor }: Props) {
  const t = useText("campaign-detail");
  const types = useText("step-types");
  if (heldFor) {
    return (
      <StatusBadge tone="waiting" icon={IconChecklist}>
        {types("waitsForTask", { step: types(heldFor) })}
      </StatusBadge>
    );
  }
  const { word, tone, icon } =
    status === "STARTED" && isScheduled ? SCHEDULED : LEAD_STATUS_LOOKS[status];
  return (
    <StatusBadge tone={tone} {...(icon ? { icon } : {})}>
      {t(word)}
    </StatusBadge>
  );
}
