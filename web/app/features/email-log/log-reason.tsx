import {
  CAMPAIGN_STATUSES,
  type CampaignStatus,
} from "@thaw/core/campaigns/campaign/campaign.schema";
import { useText } from "../../messages/text.tsx";
import { CAMPAIGN_STATUS_LOOKS } from "../campaign/campaign-status.tsx";
import { useFailureText } from "../campaign/failure-text.ts";
import type { LogRow } from "./log-row.ts";

const isStatus = (word: string | undefined): word is CampaignStatus =>
  CAMPAIGN_STATUSES.includes(word as CampaignStatus);

/** Why it happened, in words. */
export function LogReason({ row }: { row: LogRow }) {
  const copy = useReason(row);
  if (!copy) return null;
  return <span className="list-words">{copy}</span>;
}

function useReason({ kind, detail = "", amount, cause }: LogRow): string {
  const t = useText("campaign-detail");
  const status = useText("campaign-list");
  const failure = useFailureText();
  if (kind === "leads-added") return t("leadsAdded", { count: amount ?? 1 });
  if (kind === "campaign-status") {
    const [from, to] = detail.split(" ");
    if (!isStatus(from) || !isStatus(to)) return detail;
    const nameOf = (each: CampaignStatus) => status(CAMPAIGN_STATUS_LOOKS[each].word);
    return t("statusChange", { from: nameOf(from), to: nameOf(to) });
  }
  return failure(detail, cause);
}
