import { AppError } from "../../error.ts";
import { isHiddenCategory, type Scope } from "../../kernel/access/scope.ts";

/** @throws AppError invalid for a category that is hidden from the user who chooses it, as for one that does not exist */
export function requireShownCategory(scope: Scope, categoryId: number): void {
  if (!isHiddenCategory(scope, categoryId)) return;
  throw AppError.at("invalid", "category_id", "fields.categoryMissing");
}
