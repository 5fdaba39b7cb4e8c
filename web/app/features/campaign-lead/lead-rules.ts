import { LEAD_STATUSES } from "@thaw/core/campaigns/campaign-lead/campaign-lead.schema";
import type { ListRules } from "../../list/list-query.ts";

export const CAMPAIGN_LEAD_RULES = { filters: { status: LEAD_STATUSES } } satisfies ListRules;
