import {
  type Icon,
  IconBan,
  IconCheck,
  IconClick,
  IconClock,
  IconEye,
  IconFlag,
  IconHandStop,
  IconHelpCircle,
  IconLink,
  IconMessageReply,
  IconPlayerSkipForward,
  IconPlayerStop,
  IconRobot,
  IconSend,
  IconTag,
  IconUsersPlus,
} from "@tabler/icons-react";
import type { EventKind } from "@thaw/core/reporting/event/event.schema";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";

type Look = { word: TextKey<"campaign-detail">; tone: Tone; icon?: Icon };

/** How each kind of happening is shown. */
export const LOOKS: Record<EventKind, Look> = {
  sent: { word: "kind_sent", tone: "active", icon: IconSend },
  resent: { word: "kind_resent", tone: "active", icon: IconSend },
  failed: { word: "kind_failed", tone: "failed" },
  skipped: { word: "kind_skipped", tone: "drafted", icon: IconPlayerSkipForward },
  stopped: { word: "kind_stopped", tone: "drafted", icon: IconPlayerStop },
  "manual-step": { word: "kind_manualStep", tone: "waiting", icon: IconHandStop },
  "manual-done": { word: "kind_manualDone", tone: "active", icon: IconCheck },
  "manual-skipped": { word: "kind_manualSkipped", tone: "drafted", icon: IconPlayerSkipForward },
  "connection-requested": { word: "kind_connectionRequested", tone: "waiting", icon: IconLink },
  "connection-accepted": { word: "kind_connectionAccepted", tone: "good", icon: IconLink },
  unknown: { word: "kind_unknown", tone: "attention", icon: IconHelpCircle },
  opened: { word: "kind_opened", tone: "good", icon: IconEye },
  "opened-again": { word: "kind_openedAgain", tone: "good", icon: IconEye },
  "machine-opened": { word: "kind_machineOpened", tone: "drafted", icon: IconRobot },
  clicked: { word: "kind_clicked", tone: "good", icon: IconClick },
  "clicked-again": { word: "kind_clickedAgain", tone: "good", icon: IconClick },
  "machine-clicked": { word: "kind_machineClicked", tone: "drafted", icon: IconRobot },
  replied: { word: "kind_replied", tone: "good", icon: IconMessageReply },
  "auto-replied": { word: "kind_autoReplied", tone: "drafted", icon: IconRobot },
  bounced: { word: "kind_bounced", tone: "failed" },
  "soft-bounced": { word: "kind_softBounced", tone: "waiting", icon: IconClock },
  complained: { word: "kind_complained", tone: "failed", icon: IconFlag },
  unsubscribed: { word: "kind_unsubscribed", tone: "waiting", icon: IconBan },
  categorised: { word: "kind_categorised", tone: "drafted", icon: IconTag },
  "leads-added": { word: "kind_leadsAdded", tone: "drafted", icon: IconUsersPlus },
  "lead-finished": { word: "kind_leadFinished", tone: "drafted", icon: IconCheck },
  "lead-reopened": { word: "kind_leadReopened", tone: "active" },
  "lead-changed": { word: "kind_leadChanged", tone: "drafted" },
  "campaign-status": { word: "kind_campaignStatus", tone: "drafted", icon: IconFlag },
};

/** What happened, as an icon and a word. */
export function LogEvent({ kind }: { kind: EventKind }) {
  const t = useText("campaign-detail");
  const { word, tone, icon } = LOOKS[kind];
  return (
    <StatusBadge tone={tone} {...(icon ? { icon } : {})}>
      {t(word)}
    </StatusBadge>
  );
}
