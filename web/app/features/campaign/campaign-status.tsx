import { type Icon, IconArchive, IconPlayerStop, IconUserCheck } from "@tabler/icons-react";
import type { Approval } from "@thaw/core/campaigns/approval/approval.schema";
import type { CampaignStatus } from "@thaw/core/campaigns/campaign/campaign.schema";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";

type Look = { word: TextKey<"campaign-list">; tone: Tone; icon?: Icon };

export const CAMPAIGN_STATUS_LOOKS: Record<CampaignStatus, Look> = {
  DRAFTED: { word: "drafted", tone: "drafted" },
  ACTIVE: { word: "active", tone: "active" },
  COMPLETED: { word: "completed", tone: "good" },
  PAUSED: { word: "pausedStatus", tone: "waiting" },
  STOPPED: { word: "stopped", tone: "drafted", icon: IconPlayerStop },
  ARCHIVED: { word: "archived", tone: "drafted", icon: IconArchive },
};

type Props = {
  status: CampaignStatus;
  /** Where a start stands that a second person approves. */
  approval?: Approval["state"] | undefined;
};

/** The status of a campaign: an icon and a word of its own for each; before it, that its start waits for someone. */
export function CampaignStatusBadge({ status, approval }: Props) {
  const t = useText("campaign-list");
  if (status !== "ACTIVE" && (approval === "asked" || approval === "refused")) {
    return (
      <StatusBadge tone={approval === "asked" ? "waiting" : "attention"} icon={IconUserCheck}>
        {t(approval === "asked" ? "approvalAsked" : "approvalRefused")}
      </StatusBadge>
    );
  }
  const { word, tone, icon } = CAMPAIGN_STATUS_LOOKS[status];
  return (
    <StatusBadge tone={tone} {...(icon ? { icon } : {})}>
      {t(word)}
    </StatusBadge>
  );
}
