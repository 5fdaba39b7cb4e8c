import type { LinkedInType } from "../../campaigns/sequence/step-type.schema.ts";

/** How many tasks of each action come up on one date of the account's timezone: more, and LinkedIn takes notice. */
export const LINKEDIN_DAILY_LIMITS: Record<LinkedInType, number> = {
  LI_CONNECT: 40,
  LI_MESSAGE: 40,
  LI_VIEW: 40,
  LI_ACTIVITY: 40,
  LI_INMAIL: 40,
};
