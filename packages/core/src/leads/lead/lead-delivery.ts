import type { PendingRead } from "@thaw/data/batch-get";
import { writeIfExpected } from "@thaw/data/condition";
import { loadBatched } from "@thaw/data/load-batched";
import { NOT_ASSIGNED } from "../../accounts/category/category.schema.ts";
import { LeadEntity } from "./lead.entity.ts";
import type { Lead } from "./lead.schema.ts";
import { leadKey, leads, toLead } from "./lead-record.ts";
import { leadIn } from "./see-leads.ts";

/**
 * A lead as a mail of a campaign to it is rendered, or with its address alone where no campaign is given. A change of the last
 * second may not show; statuses are not read from here.
 */
export function findRecipient(
  accountId: number,
  leadId: number,
  campaignId?: number,
): Promise<Lead | undefined> {
  return loadBatched(recipientRead(accountId, leadId, campaignId));
}

/** A recipient, to be read together with records of other features. */
export function recipientRead(
  accountId: number,
  leadId: number,
  campaignId = 0,
): PendingRead<Lead> {
  const { key, read } = leads.read(leadKey(accountId, leadId));
  return { key, read: (item) => toLead(leadIn(read(item), campaignId)) };
}

/** Flags a lead's address account-wide: mail to it comes back (D8.5). The first time stays. */
export async function flagBounced(accountId: number, leadId: number, at: string): Promise<void> {
  await writeIfExpected(
    LeadEntity.patch(leadKey(accountId, leadId))
      .set({ bouncedAt: at })
      .where((lead, op) => op.notExists(lead.bouncedAt)),
  );
}

/** The address is taken to be good again. */
export async function unflagBounced(accountId: number, leadId: number): Promise<void> {
  await writeIfExpected(LeadEntity.patch(leadKey(accountId, leadId)).remove(["bouncedAt"]));
}

/** For a transaction: what a reply told about the lead; refused when the lead is gone. */
export function categoriseLead(accountId: number, leadId: number, categoryId: number) {
  const lead = LeadEntity.patch(leadKey(accountId, leadId));
  return categoryId === NOT_ASSIGNED ? lead.remove(["categoryId"]) : lead.set({ categoryId });
}

/** The same by itself, for a lead that nobody has said anything about yet. */
export async function categoriseFirst(
  { accountId, leadId }: { accountId: number; leadId: number },
  categoryId: number,
): Promise<void> {
  await writeIfExpected(
    LeadEntity.patch(leadKey(accountId, leadId))
      .set({ categoryId })
      .where((lead, op) => op.notExists(lead.categoryId)),
  );
}
