import { eraseFound } from "@thaw/data/erase-found";
import { CategorisedLeadEntity } from "./categorised-lead.entity.ts";

/** Forgets which of a campaign's leads have a category. */
export const eraseCategorised = (campaign: { accountId: number; campaignId: number }) =>
  eraseFound(
    (page) => CategorisedLeadEntity.query.byCampaign(campaign).go(page),
    (row) => CategorisedLeadEntity.delete(row),
  );
