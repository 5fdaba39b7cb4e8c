import { AppError } from "../../error.ts";
import { isHiddenCategory, type Scope } from "../../kernel/access/scope.ts";

/** @throws AppError invalid for a category that is hidden from whoever chooses it, as for one that there is not */
export function requireShownCategory(scope: Scope, categoryId: number): void {
  if (!isHiddenCategory(scope, categoryId)) return;
  throw AppError.at("invalid", "category_id", "fields.categoryMissing");
}
