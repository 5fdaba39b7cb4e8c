import { mayUseLinkedIn } from "../../accounts/subscription-plan/linkedin-access.ts";
import { AppError } from "../../error.ts";
import type { CampaignRecord } from "../campaign/campaign-record.ts";
import type { SequenceStep } from "./sequence.schema.ts";
import { isByHand, isLinkedIn, type StepByHand } from "./step-type.schema.ts";

/**
 * A plan without LinkedIn takes no more such steps than there were: those that are there stay, and wait (LI-10).
 *
 * @param before gives the steps as they are saved; asked only where it matters
 * @throws AppError plan_limit at the field of the first step too many
 */
export async function requireLinkedInAccess(
  accountId: number,
  after: readonly SequenceStep[],
  before: () => Promise<readonly SequenceStep[]>,
): Promise<void> {
  const own = after.filter(({ seq_type }) => isLinkedIn(seq_type));
  if (own.length === 0 || (await mayUseLinkedIn(accountId))) return;
  const count = (await before()).filter(({ seq_type }) => isLinkedIn(seq_type)).length;
  const first = own[count];
  if (!first) return;
  throw AppError.at(
    "plan_limit",
    `steps.${first.seq_number - 1}.seq_type`,
    "campaign.noLinkedinSteps",
  );
}

/** What people do in any version of a campaign's sequence, with that of a new one. */
export const handTypesWith = (
  { handTypes = [] }: CampaignRecord,
  steps: readonly SequenceStep[],
): StepByHand[] => [
  ...new Set([...handTypes, ...steps.map(({ seq_type }) => seq_type).filter(isByHand)]),
];
