import type { CampaignLeadRecord } from "./campaign-lead.ts";

/**
 * Where mail for a lead goes in a campaign (SEQ-25): to its own address, to another one where mail to that came back, or
 * nowhere where there is no other.
 */
export const addressIn = <Email extends string | undefined>(
  { mailTo, hasNoMail }: Pick<CampaignLeadRecord, "mailTo" | "hasNoMail">,
  email: Email,
): Email | string | undefined => (hasNoMail ? undefined : (mailTo ?? email));
