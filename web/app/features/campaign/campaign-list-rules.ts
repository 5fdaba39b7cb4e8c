import { CAMPAIGN_STATUSES } from "@thaw/core/campaigns/campaign/campaign.schema";
import type { ListRules } from "../../list/list-query.ts";

export const CAMPAIGN_LIST_RULES = {
  filters: { status: CAMPAIGN_STATUSES, owner: "any", folder: "any", client: "any", tag: "any" },
  firstLimit: 5,
} as const satisfies ListRules;

/** Inside a folder there is nothing to choose a folder for. */
export const FOLDER_LIST_RULES = {
  filters: { status: CAMPAIGN_STATUSES, owner: "any", client: "any", tag: "any" },
  firstLimit: 5,
} as const satisfies ListRules;
