import { commit, TransactionRefused } from "@thaw/data/transact";
import type { Actor } from "../actor.ts";
import { changedMeanwhile } from "../campaign-lead/lead-state.ts";
import { assignCategory, blockPerson } from "../category/assign-category.ts";
import { DO_NOT_CONTACT, isBuiltIn } from "../category/category.schema.ts";
import { requireInUse } from "../category/category-record.ts";
import { AppError } from "../error.ts";
import { findThreadOf } from "../inbox/thread-store.ts";
import { optOut } from "../suppression/suppression.ts";
import { categoriseLead } from "./lead-delivery.ts";
import type { LeadRecord } from "./lead-record.ts";

/**
 * Gives a lead a category by hand, and its conversations too. "Do Not Contact" also blocks the person (D9).
 *
 * @throws AppError invalid for a category that the account does not have, conflict when somebody else was quicker
 */
export async function setLeadCategory(
  { userId }: Actor,
  lead: LeadRecord,
  categoryId: number,
): Promise<void> {
  const { accountId, leadId } = lead;
  const threads = await Promise.all(
    [...(lead.campaignIds ?? [])].map((id) => findThreadOf(accountId, `lead:${id}:${leadId}`)),
  );
  const known = threads.filter((thread) => thread !== undefined);
  if (categoryId === DO_NOT_CONTACT) {
    for (const thread of known) await blockPerson(thread, userId);
    await optOut(accountId, lead.email, { source: "category", createdBy: userId });
  }
  for (const { threadId } of known) {
    const result = await assignCategory({ accountId, threadId }, { categoryId, by: userId });
    if (result === "refused") throw changedMeanwhile();
  }
  // "Kept" conversations leave the lead as it was.
  try {
    await commit([
      ...(isBuiltIn(categoryId) ? [] : [requireInUse(accountId, categoryId)]),
      categoriseLead(accountId, leadId, categoryId),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const message = "Choose a category";
    throw new AppError("invalid", message, { category_id: [message] });
  }
}
