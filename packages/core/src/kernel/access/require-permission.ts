import type { Actor } from "../../actor.ts";
import { AppError } from "../../error.ts";
import { requireActiveAccount } from "./account-status.ts";
import type { Requirement } from "./requirement.ts";

/** @throws AppError unauthenticated for nobody, forbidden for someone who lacks the permission */
export function requirePermission(
  actor: Actor,
  requirement: Requirement,
  { isOpenWithoutPlan = false }: { isOpenWithoutPlan?: boolean | undefined } = {},
): void {
  if (requirement === "public" || actor.kind === "system") return;
  if (actor.kind === "nobody") throw new AppError("unauthenticated", "access.signIn");
  requireActiveAccount(actor, requirement, isOpenWithoutPlan);
  if (requirement === "signed_in") return;
  if (requirement === "system" || !actor.permissions.has(requirement)) {
    throw new AppError("forbidden", "access.noPermission");
  }
}
