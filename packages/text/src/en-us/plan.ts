/** What a subscription holds. */
export default {
  ofAgency: "The plan is your agency's",
  ended: "Your plan has ended: choose one to go on.",
  tooSmall: "Your plan does not have this: choose a larger one.",
  noLinkedinSteps: "Your plan has no LinkedIn steps.",
  leadsInUse: "Your plan holds {most} leads and {used} are in use: delete some first.",
  emailsUsedUp: "Your plan's emails for this month are used up. It resets on {date}.",
} as const;

export const fields = {
  enterpriseOnly: "Only an ENTERPRISE plan has details",
  paidUntil: "Say until when it is paid",
} as const;

export const activity = {
  plan_changed: "Changed the plan",
} as const;
