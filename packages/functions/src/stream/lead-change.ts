import { listCategorised } from "@thaw/core/campaigns/restricted-metric/list-categorised";
import { indexLeads } from "@thaw/core/leads/lead-search/index-leads";
import { consumeChanges } from "./consume-changes.ts";

/** Leads that have a category are listed by campaign, and all leads are indexed by their words. */
export const handler = consumeChanges("leads", { listCategorised, indexLeads });
