import type { LeadStatus } from "@thaw/core/campaigns/campaign-lead/campaign-lead.schema";
import { readListQuery } from "../../list/list-query.ts";
import { CAMPAIGN_LEAD_RULES } from "./lead-rules.ts";

/** What the address asks of a campaign's list of leads, in the words of `listCampaignLeads`. */
export function readCampaignLeadQuery(params: URLSearchParams) {
  const { limit, cursor, search, filters } = readListQuery(params, CAMPAIGN_LEAD_RULES);
  return {
    limit,
    cursor,
    ...(search ? { search } : {}),
    ...(filters.status ? { status: filters.status as LeadStatus[] } : {}),
  };
}
