import { concurrently } from "@thaw/data/concurrently";
import { blockLead } from "../campaign-lead/campaign-lead.ts";
import { findLeadIds, findLeads } from "../lead/lead-record.ts";
import type { SuppressionSource } from "./suppression.schema.ts";
import { suppress } from "./suppression.ts";

const WIDTH = 8;

/**
 * Somebody wants no more mail: the address goes on the block list and its lead is BLOCKED in every campaign of the account
 * (D8.4, D9). Twice is fine.
 */
export async function optOut(
  accountId: number,
  email: string,
  origin: { source: SuppressionSource; createdBy: number; campaignId?: number },
): Promise<void> {
  // First the list, then the leads: a mail that is checked in between finds the address on it.
  await suppress(accountId, email, origin);
  const [leadId] = await findLeadIds(accountId, [email]);
  if (leadId === undefined) return;
  const lead = (await findLeads(accountId, [leadId])).get(leadId);
  await concurrently([...(lead?.campaignIds ?? [])], WIDTH, (campaignId) =>
    blockLead({ accountId, campaignId, leadId }, origin.createdBy),
  );
}
