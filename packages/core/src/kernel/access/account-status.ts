import {
  isPlanEnded,
  isTrialActive,
  type PlanState,
} from "../../accounts/subscription-plan/plan-state.ts";
import { AppError } from "../../error.ts";
import type { ActorKind } from "./actor-kind.ts";
import { type AccountPlan, accountPlanOf } from "./feature.ts";
import type { Requirement } from "./requirement.ts";

/** Parts of the product that smaller plans have not. */
export const PLAN_PARTS = ["webhook", "global_block_list", "client_view"] as const;
export type PlanPart = (typeof PLAN_PARTS)[number];

/** How the account of somebody who is signed in stands, apart from who they are. */
export type Standing = AccountPlan & {
  /** The owner has answered the questions of the beginning; nobody else is asked. */
  isOnboarded: boolean;
  isPlanEnded: boolean;
  isTrialActive: boolean;
};

export function standingOf(
  user: { kind: string; hasOnboardingCompleted: boolean },
  plan: PlanState,
  at: number,
): Standing {
  return {
    isOnboarded: user.kind !== "owner" || user.hasOnboardingCompleted,
    isPlanEnded: isPlanEnded(plan, at),
    isTrialActive: isTrialActive(plan, at),
    ...accountPlanOf(plan),
  };
}

/** The parts that a plan has not: BASE none of them once the trial is over, POPULAR no clients. */
export function closedParts({
  planType,
  isTrialActive: isTrial,
}: Pick<Standing, "planType" | "isTrialActive">): readonly PlanPart[] {
  if (planType === "BASE" && !isTrial) return PLAN_PARTS;
  return planType === "POPULAR" ? ["client_view"] : [];
}

/** What somebody needs to mend their standing, and to see who they are. */
const ALWAYS: ReadonlySet<Requirement> = new Set(["public", "signed_in"]);

/**
 * The twin of the screens' guards 3 and 4. An agency's clients keep looking at their data.
 *
 * @throws AppError forbidden before the owner has answered the first questions, plan_limit once the plan has ended
 */
export function requireStanding(
  { standing, kind }: { standing?: Standing; kind: ActorKind },
  requirement: Requirement,
  isOpenWithoutPlan: boolean,
): void {
  if (!standing || ALWAYS.has(requirement)) return;
  if (!standing.isOnboarded) {
    throw new AppError("forbidden", "access.onboardingFirst");
  }
  if (!standing.isPlanEnded || isOpenWithoutPlan || requirement === "billing:write") return;
  if (kind === "client" && requirement.endsWith(":read")) return;
  throw new AppError("plan_limit", "plan.ended");
}

/** @throws AppError forbidden where the account's plan has not this part */
export function requirePlanPart({ standing }: { standing?: Standing }, part: PlanPart): void {
  if (standing && closedParts(standing).includes(part)) {
    throw new AppError("forbidden", "plan.tooSmall");
  }
}
