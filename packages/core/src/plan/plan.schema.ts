export const PLAN_NAMES = ["TRIAL", "BASE", "POPULAR", "PRO", "ENTERPRISE"] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** What a plan allows. Infinity: nothing is said to end it. */
export const PLAN_LIMITS: Record<PlanName, { leads: number; emailsPerMonth: number }> = {
  TRIAL: { leads: 1250, emailsPerMonth: 2500 },
  BASE: { leads: 2000, emailsPerMonth: 6000 },
  POPULAR: { leads: 10_000, emailsPerMonth: 40_000 },
  PRO: { leads: 30_000, emailsPerMonth: 150_000 },
  ENTERPRISE: { leads: Number.POSITIVE_INFINITY, emailsPerMonth: Number.POSITIVE_INFINITY },
};

/** What a plan opens (D16.3). Where it does not, an add-on may. */
export const PLAN_FLAGS: Record<PlanName, { linkedinAccessAllowed: boolean }> = {
  TRIAL: { linkedinAccessAllowed: true },
  BASE: { linkedinAccessAllowed: false },
  POPULAR: { linkedinAccessAllowed: true },
  PRO: { linkedinAccessAllowed: true },
  ENTERPRISE: { linkedinAccessAllowed: true },
};
