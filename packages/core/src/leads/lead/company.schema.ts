import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { companyOf } from "../../accounts/user/company-domain.schema.ts";
import { Id, PageInput } from "../../page.schema.ts";

const Domain = v.pipe(
  v.string(issueText("domainMissing")),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(253),
  v.regex(/^[^@\s.]+(\.[^@\s.]+)+$/, issueText("domainMissing")),
  v.check((domain) => companyOf(`x@${domain}`) !== undefined, issueText("domainOfMany")),
);

export const Company = v.object({
  domain: Domain,
  /** Only in this campaign; in every one without it. */
  campaign_id: v.optional(Id),
});

/** One call looks at a thousand leads; `cursor` is where it goes on, as the call before gave it. */
export const StopCompany = v.object({ ...Company.entries, cursor: PageInput.cursor });

export const CompanyPreview = v.object({
  domain: v.string(),
  /** Leads in reach with an address at the domain. */
  leads: v.number(),
  /** Those of them who still get mail of a campaign. */
  open: v.number(),
  /** There are more than were counted. */
  is_cut: v.boolean(),
});

export const StoppedCompany = v.object({
  domain: v.string(),
  /** What was stopped where: resuming that takes it back. */
  stopped: v.array(v.object({ lead_id: v.number(), campaign_ids: v.array(v.number()) })),
  /** Where the next call goes on; null once everyone there was looked at. */
  cursor: v.nullable(v.string()),
});
