import { STOP_REASONS } from "@thaw/core/campaigns/campaign-lead/campaign-lead.schema";
import type { TextKey } from "../../messages/areas.ts";
import { useText } from "../../messages/text.tsx";

/** Rules that keep an email from being sent, by the names that the sender gives them. */
const RULES: Record<string, TextKey<"campaign-detail">> = {
  lead_deleted: "rule_lead_deleted",
  lead_stopped: "rule_lead_stopped",
  lead_completed: "rule_lead_completed",
  lead_blocked: "rule_lead_blocked",
  step_done: "rule_step_done",
  block_list: "rule_block_list",
  campaign_stopped: "rule_campaign_stopped",
  blocked: "reason_blocked",
  machine_visit: "kind_machineOpened",
};
/** What kept an email from leaving, in words instead of codes; what servers said stays as they said it. */
export function useFailureWords(): (detail: string) => string {
  const t = useText("campaign-detail");
  return (detail) => {
    const reason = STOP_REASONS.find((each) => each === detail);
    if (reason) return t(`reason_${reason}`);
    const rule = RULES[detail];
    return rule ? t(rule) : detail;
  };
}
