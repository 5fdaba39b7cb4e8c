import { CAMPAIGN_STATUSES, type CampaignStatus } from "@thaw/core/campaign/campaign.schema";
import { STOP_REASONS } from "@thaw/core/campaign-lead/campaign-lead.schema";
import { CAMPAIGN_STATUS_LOOKS } from "../../components/campaign-status.tsx";
import type { TextKey } from "../../messages/areas.ts";
import { useText } from "../../messages/text.tsx";
import type { LogRow } from "./log-columns.tsx";

/** Rules that keep a mail from being sent, by the names that the sender gives them. */
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
/** The kind of a failure comes before the server's words: "recipient-hard: No such user". */
const FAILURE_KIND = /^[a-z]+(?:-[a-z]+)*: /;

const isStatus = (word: string | undefined): word is CampaignStatus =>
  CAMPAIGN_STATUSES.includes(word as CampaignStatus);

/** Why it happened, in words. */
export function LogReason({ row }: { row: LogRow }) {
  const words = useReason(row);
  if (!words) return null;
  return <span className="list-words">{words}</span>;
}

function useReason({ kind, detail = "", amount }: LogRow): string {
  const t = useText("campaign-detail");
  const status = useText("campaign-list");
  if (kind === "leads-added") return t("leadsAdded", { count: amount ?? 1 });
  if (kind === "campaign-status") {
    const [from, to] = detail.split(" ");
    if (!isStatus(from) || !isStatus(to)) return detail;
    const nameOf = (each: CampaignStatus) => status(CAMPAIGN_STATUS_LOOKS[each].word);
    return t("statusChange", { from: nameOf(from), to: nameOf(to) });
  }
  const reason = STOP_REASONS.find((each) => each === detail);
  if (reason) return t(`reason_${reason}`);
  const rule = RULES[detail];
  return rule ? t(rule) : detail.replace(FAILURE_KIND, "");
}
