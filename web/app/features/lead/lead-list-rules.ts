import { LEAD_STATUSES } from "@thaw/core/campaigns/campaign-lead/campaign-lead.schema";
import type { ListRules } from "../../list/list-query.ts";

/** How many days back an import lies at most. */
export const IMPORT_DAYS = ["1", "7", "30", "90"] as const;

export const LEAD_LIST_RULES = {
  filters: {
    status: LEAD_STATUSES,
    category: "any",
    campaign: "any",
    client: "any",
    tag: "any",
    imported: IMPORT_DAYS,
  },
  sorts: ["imported", "email", "name", "company"],
  defaultSort: { by: "imported", descending: true },
} as const satisfies ListRules;
