import { findCampaigns } from "../../campaigns/campaign/campaign-record.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import { findLeads, type LeadRecord } from "../../leads/lead/lead-record.ts";
import { leadIn } from "../../leads/lead/see-leads.ts";
import type { Thread } from "./thread.schema.ts";

/**
 * Adds to conversations the lead's name and company, as the campaign knows them, and the campaign's name: two batch reads,
 * however many conversations there are. One without a campaign shows the name in the email, except to a user who sees the
 * whole account.
 */
export async function withPeople(
  { accountId, scope }: { accountId: number; scope: Scope },
  threads: readonly Thread[],
): Promise<Thread[]> {
  const ids = (of: "lead_id" | "campaign_id") => [
    ...new Set(threads.flatMap((thread) => thread[of] ?? [])),
  ];
  const [leads, campaigns] = await Promise.all([
    findLeads(accountId, ids("lead_id")),
    findCampaigns(accountId, ids("campaign_id")),
  ]);
  const names = new Map(campaigns.map(({ campaignId, name }) => [campaignId, name]));
  return threads.map((thread) => {
    const lead = personIn(thread, leads.get(thread.lead_id ?? 0), scope);
    const name = [lead?.first_name, lead?.last_name].filter(Boolean).join(" ");
    const campaign = names.get(thread.campaign_id ?? 0);
    return {
      ...thread,
      ...(name ? { lead_name: name } : {}),
      ...(lead?.company_name ? { company_name: lead.company_name } : {}),
      ...(campaign ? { campaign_name: campaign } : {}),
    };
  });
}

function personIn({ campaign_id }: Thread, lead: LeadRecord | undefined, scope: Scope) {
  if (!lead) return undefined;
  if (campaign_id !== undefined) return leadIn(lead, campaign_id);
  return scope.kind === "all" ? lead : undefined;
}
