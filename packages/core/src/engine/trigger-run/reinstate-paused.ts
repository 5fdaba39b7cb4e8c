import { concurrently } from "@thaw/data/concurrently";
import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { nextDueAt } from "../../campaigns/campaign/next-due.ts";
import { findCampaignLead, resumeLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { DueLead } from "../../campaigns/campaign-lead/due-leads.ts";
import { toEpochMs, toIso } from "../../clock.ts";

const WIDTH = 32;

/** Leads whose pause is over go on; one that must still wait for its follow-up's own time is left to a later run. */
export async function reinstatePaused(
  campaign: CampaignRecord,
  leads: DueLead[],
): Promise<DueLead[]> {
  const { accountId, campaignId } = campaign;
  const admitted = await concurrently(leads, WIDTH, async (lead) => {
    if (!lead.isPaused) return lead;
    const key = { accountId, campaignId, leadId: lead.leadId };
    const record = await findCampaignLead(key);
    if (!record) return undefined;
    const dueAt = toIso(await nextDueAt(record, campaign, toEpochMs(lead.dueAt)));
    const resumed = await resumeLead(key, record, dueAt);
    return resumed === "waits" && dueAt === lead.dueAt ? lead : undefined;
  });
  return admitted.filter((lead) => lead !== undefined);
}
