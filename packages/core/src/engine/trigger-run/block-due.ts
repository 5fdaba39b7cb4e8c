import { concurrently } from "@thaw/data/concurrently";
import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { clientOfCampaign } from "../../campaigns/campaign/visible-campaigns.ts";
import { blockLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { DueLead } from "../../campaigns/campaign-lead/due-leads.ts";
import { findLeads } from "../../leads/lead/lead-record.ts";
import { findInBlockedDomains, hasBlockedDomains } from "../../leads/suppression/suppression.ts";

const WIDTH = 32;

/**
 * Blocks those of the due new leads whose domain is on the block list, and returns the others. An entry for an address blocks its
 * lead when it is added; a domain may have more leads than one request can change, so they are found here, before they take a
 * place of the day. What is missed here is found when its email is about to leave.
 *
 * Costs half a read unit for each list without domains; with them one unit a lead and half a unit for each domain and list of
 * the run, in batches.
 */
export async function blockDue(campaign: CampaignRecord, due: readonly DueLead[]) {
  if (due.length === 0) return [];
  const { accountId, campaignId } = campaign;
  const list = { accountId, clientId: await clientOfCampaign(campaign) };
  if (!(await hasBlockedDomains(list))) return [...due];
  const leads = await findLeads(accountId, [...new Set(due.map(({ leadId }) => leadId))]);
  const emails = [...leads.values()].map(({ email }) => email);
  const blocked = await findInBlockedDomains(list, emails);
  const isBlocked = ({ leadId }: DueLead) => blocked.has(leads.get(leadId)?.email ?? "");
  await concurrently(due.filter(isBlocked), WIDTH, ({ leadId }) =>
    blockLead({ accountId, campaignId, leadId }, 0),
  );
  return due.filter((lead) => !isBlocked(lead));
}
