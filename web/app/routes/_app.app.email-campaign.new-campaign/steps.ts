export const WIZARD_STEPS = ["leads", "sequence", "setup", "review"] as const;
export type WizardStepId = (typeof WIZARD_STEPS)[number];

/** Where a step of the wizard is; without a campaign there is only the first. */
export function stepAddress(campaignId: number | undefined, step: WizardStepId): string {
  const params = new URLSearchParams();
  if (campaignId !== undefined) params.set("id", String(campaignId));
  if (step !== "leads") params.set("step", step);
  const query = params.toString();
  return `/app/email-campaign/new-campaign${query ? `?${query}` : ""}`;
}

/** The step that an address names; the first for anything else. */
export function stepOf(params: URLSearchParams): WizardStepId {
  return WIZARD_STEPS.find((step) => step === params.get("step")) ?? "leads";
}
