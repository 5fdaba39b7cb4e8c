import type { CampaignStatus } from "@thaw/core/campaigns/campaign/campaign.schema";
import { newSubsequencePath } from "../campaign/campaign-path.ts";

export const WIZARD_STEPS = ["leads", "sequence", "setup", "review"] as const;
/** Leads come into a subsequence by its condition. */
export const SUBSEQUENCE_STEPS = ["condition", "sequence", "setup", "review"] as const;
export type WizardStepId = (typeof WIZARD_STEPS)[number] | (typeof SUBSEQUENCE_STEPS)[number];

/** What is built: a campaign, or a subsequence of one; without an id, or null, before there is anything. */
export type Built = { id?: number; parent_id?: number | undefined } | null;

export const stepsOf = (built: Built): readonly WizardStepId[] =>
  built?.parent_id === undefined ? WIZARD_STEPS : SUBSEQUENCE_STEPS;

/** Where a step of the wizard is; before there is a campaign there is only the first. */
export function stepAddress(built: Built, step: WizardStepId): string {
  const params = new URLSearchParams();
  const isSubsequence = built?.parent_id !== undefined;
  if (built?.id !== undefined && !isSubsequence) params.set("id", String(built.id));
  if (built?.id !== undefined || step !== stepsOf(built)[0]) params.set("step", step);
  const query = params.toString();
  const path = isSubsequence ? subsequencePath(built) : "/app/email-campaign/new-campaign";
  return query ? `${path}?${query}` : path;
}

const subsequencePath = ({ id, parent_id }: NonNullable<Built>) =>
  id === undefined
    ? newSubsequencePath(Number(parent_id))
    : `/app/campaign/${parent_id}/subsequence/${id}/build`;

type Opened = NonNullable<Built> & { status: CampaignStatus };

/**
 * The step that an address names; for anything else the first, or the sequence of a campaign that has been started: whoever
 * edits one has imported its leads.
 */
export function stepOf(params: URLSearchParams, campaign: Opened): WizardStepId {
  const steps = stepsOf(campaign);
  const first = (campaign.status === "DRAFTED" ? steps[0] : undefined) ?? "sequence";
  return steps.find((step) => step === params.get("step")) ?? first;
}
