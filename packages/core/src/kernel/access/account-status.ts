import {
  isPlanEnded,
  isTrialActive,
  type SubscriptionPlanState,
} from "../../accounts/subscription-plan/subscription-plan-state.ts";
import { AppError } from "../../error.ts";
import type { ActorKind } from "./actor-kind.ts";
import { type AccountPlan, accountPlanOf } from "./feature.ts";
import type { Requirement } from "./requirement.ts";

/** Entitlements that smaller plans lack. */
export const ENTITLEMENTS = ["webhook", "global_block_list", "client_view"] as const;
export type Entitlement = (typeof ENTITLEMENTS)[number];

/** The status of a signed-in user's account, apart from who the user is. */
export type AccountStatus = AccountPlan & {
  /** The owner has answered the questions of the beginning; nobody else is asked. */
  isOnboarded: boolean;
  isPlanEnded: boolean;
  isTrialActive: boolean;
};

export function accountStatusOf(
  user: { kind: string; hasOnboardingCompleted: boolean },
  plan: SubscriptionPlanState,
  at: number,
): AccountStatus {
  return {
    isOnboarded: user.kind !== "owner" || user.hasOnboardingCompleted,
    isPlanEnded: isPlanEnded(plan, at),
    isTrialActive: isTrialActive(plan, at),
    ...accountPlanOf(plan),
  };
}

/** The parts that a plan has not: BASE none of them once the trial is over, POPULAR no clients. */
export function missingEntitlements({
  planType,
  isTrialActive: isTrial,
}: Pick<AccountStatus, "planType" | "isTrialActive">): readonly Entitlement[] {
  if (planType === "BASE" && !isTrial) return ENTITLEMENTS;
  return planType === "POPULAR" ? ["client_view"] : [];
}

/** Permissions that a user needs to restore access, and to see who they are. */
const ALWAYS: ReadonlySet<Requirement> = new Set(["public", "signed_in"]);

/**
 * The twin of the screens' guards 3 and 4. An agency's clients keep looking at their data.
 *
 * @throws AppError forbidden before the owner has answered the first questions, plan_limit once the plan has ended
 */
export function requireActiveAccount(
  { accountStatus, kind }: { accountStatus?: AccountStatus; kind: ActorKind },
  requirement: Requirement,
  isOpenWithoutPlan: boolean,
): void {
  if (!accountStatus || ALWAYS.has(requirement)) return;
  if (!accountStatus.isOnboarded) {
    throw new AppError("forbidden", "access.onboardingFirst");
  }
  if (!accountStatus.isPlanEnded || isOpenWithoutPlan || requirement === "billing:write") return;
  if (kind === "client" && requirement.endsWith(":read")) return;
  throw new AppError("plan_limit", "plan.ended");
}

/** @throws AppError forbidden where the account's plan has not this part */
export function requireEntitlement(
  { accountStatus }: { accountStatus?: AccountStatus },
  entitlement: Entitlement,
): void {
  if (accountStatus && missingEntitlements(accountStatus).includes(entitlement)) {
    throw new AppError("forbidden", "plan.tooSmall");
  }
}
