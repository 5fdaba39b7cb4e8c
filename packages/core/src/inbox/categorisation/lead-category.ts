import { commit } from "@thaw/data/transact";
import { DO_NOT_CONTACT, isBuiltIn } from "../../accounts/category/category.schema.ts";
import { requireInUse } from "../../accounts/category/category-record.ts";
import { requireShownCategory } from "../../accounts/category/require-shown.ts";
import type { Actor } from "../../actor.ts";
import { visibleCampaigns } from "../../campaigns/campaign/visible-campaigns.ts";
import { leadChanged } from "../../campaigns/campaign-lead/lead-state.ts";
import { AppError } from "../../error.ts";
import { categoriseLead } from "../../leads/lead/lead-delivery.ts";
import type { LeadRecord } from "../../leads/lead/lead-record.ts";
import { everyCampaign } from "../../leads/lead/own-values.ts";
import { isWhollyIn } from "../../leads/lead/see-leads.ts";
import { originOfEntry } from "../../leads/suppression/entry-list.ts";
import { optOut } from "../../leads/suppression/suppression.ts";
import { findThreadOf } from "../thread/thread-store.ts";
import { assignCategory, blockPerson } from "./assign-category.ts";

/**
 * Sets a lead's category by hand, and that of its visible conversations. "Do Not Contact" also blocks the person (D9).
 * Where the lead is also in campaigns that the user may not see, only the visible conversations get the category: that of
 * the lead belongs to everyone.
 *
 * @throws AppError invalid for a category that the account does not have, conflict when someone else was quicker
 */
export async function setLeadCategory(
  actor: Actor,
  lead: LeadRecord,
  categoryId: number,
): Promise<void> {
  const { userId, scope } = actor;
  const { accountId, leadId } = lead;
  requireShownCategory(scope, categoryId);
  const visible = await visibleCampaigns(accountId, scope, everyCampaign(lead));
  const campaignIds = [...(lead.campaignIds ?? [])].filter((id) => visible.has(id));
  const keepsLead = !isWhollyIn(lead, visible);
  const threads = await Promise.all(
    campaignIds.map((id) => findThreadOf(accountId, `lead:${id}:${leadId}`)),
  );
  const known = threads.filter((thread) => thread !== undefined);
  if (categoryId === DO_NOT_CONTACT) {
    const origin = await originOfEntry(actor, undefined, "category");
    for (const thread of known) await blockPerson(thread, origin);
    await optOut(accountId, lead.email, origin);
  }
  for (const { threadId } of known) {
    const result = await assignCategory(
      { accountId, threadId },
      { categoryId, by: userId, keepsLead },
    );
    if (result === "refused") throw leadChanged();
  }
  if (keepsLead) return;
  // "Kept" conversations leave the lead as it was.
  await commit(
    [
      ...(isBuiltIn(categoryId) ? [] : [requireInUse(accountId, categoryId)]),
      categoriseLead(accountId, leadId, categoryId),
    ],
    { otherwise: noCategory },
  );
}

const noCategory = () => AppError.at("invalid", "category_id", "fields.categoryMissing");
