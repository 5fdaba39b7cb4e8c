import { eraseFound } from "@thaw/data/erase-found";
import { VariantStateEntity } from "./variant-state.entity.ts";

/** Forgets how the variants of a campaign's steps did. */
export const eraseVariants = (campaign: { accountId: number; campaignId: number }) =>
  eraseFound(
    (page) => VariantStateEntity.query.byCampaign(campaign).go(page),
    (row) => VariantStateEntity.delete(row),
  );
