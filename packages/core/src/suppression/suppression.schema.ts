import * as v from "valibot";

export const SUPPRESSION_SOURCES = [
  "manual",
  "csv",
  "api",
  "unsubscribe",
  "category",
  "untracked",
  "complaint",
] as const;
export type SuppressionSource = (typeof SUPPRESSION_SOURCES)[number];

export const Suppression = v.object({
  kind: v.picklist(["email", "domain"]),
  value: v.string(),
  source: v.picklist(SUPPRESSION_SOURCES),
  created_at: v.string(),
  campaign_id: v.optional(v.number()),
});
export type Suppression = v.InferOutput<typeof Suppression>;

export const UnsubscribeAddress = v.object({
  email: v.pipe(
    v.string("Enter an email address"),
    v.trim(),
    v.toLowerCase(),
    v.maxLength(254),
    v.regex(/^[^@\s]+@[^@\s]+$/, "Enter an email address"),
  ),
});

/** One entry: an address, or a domain that covers its subdomains. */
export const AddSuppression = v.object({
  value: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.regex(/^([^@\s]+@)?[^@\s]+\.[^@\s]+$/, "Enter an e-mail address or a domain"),
    v.maxLength(254),
  ),
});
