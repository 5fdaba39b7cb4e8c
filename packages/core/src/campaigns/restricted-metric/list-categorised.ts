import { batchWrite } from "@thaw/data/batch-write";
import type { LeadRecord } from "../../leads/lead/lead-record.ts";
import { CategorisedLeadEntity } from "./categorised-lead.entity.ts";

type Image = Pick<LeadRecord, "accountId" | "leadId" | "campaignIds" | "categoryId">;
type CategorisedLead = {
  accountId: number;
  campaignId: number;
  categoryId: number;
  leadId: number;
};

/**
 * Keeps the list of each campaign's leads that have a category, from changed leads in the order in which
 * they changed. Safe to run twice.
 */
export async function listCategorised(
  changes: readonly { before: Image | undefined; after: Image | undefined }[],
): Promise<void> {
  const wanted = new Map<string, { lead: CategorisedLead; isThere: boolean }>();
  for (const { before, after } of changes) {
    for (const [image, isThere] of [[before, false] as const, [after, true] as const]) {
      for (const lead of categorisedLeadsOf(image))
        wanted.set(Object.values(lead).join(), { lead, isThere });
    }
  }
  const all = [...wanted.values()];
  await batchWrite(
    all.filter(({ isThere }) => isThere).map(({ lead }) => CategorisedLeadEntity.put(lead)),
  );
  const gone = all.filter(({ isThere }) => !isThere).map(({ lead }) => lead);
  for (const lead of gone) await CategorisedLeadEntity.delete(lead).go({ response: "none" });
}

function categorisedLeadsOf(image: Image | undefined): CategorisedLead[] {
  if (image?.categoryId === undefined) return [];
  const { accountId, leadId, campaignIds = [], categoryId } = image;
  return campaignIds.map((campaignId) => ({ accountId, campaignId, categoryId, leadId }));
}
