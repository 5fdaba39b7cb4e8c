import { commit, TransactionRefused } from "@thaw/data/transact";
import * as v from "valibot";
import { recordAct } from "../activity-log/record-act.ts";
import { reachedCampaigns } from "../campaign/reach-campaigns.ts";
import { findPlacesOfLead } from "../campaign-lead/campaign-lead.ts";
import { deletePlace } from "../campaign-lead/leave-campaign.ts";
import { nowIso } from "../clock.ts";
import { AppError, lostRace, notFound } from "../error.ts";
import { erasePostingsOf } from "../lead-search/lead-posting.ts";
import { eraseNotes } from "../note/erase-notes.ts";
import { operation } from "../operation.ts";
import { eraseReminders } from "../reminder/erase-reminders.ts";
import { eraseTasks } from "../task/erase-tasks.ts";
import { Lead, LeadId, UpdateLead } from "./lead.schema.ts";
import { giveCreditBack } from "./lead-credit.ts";
import {
  changeLead,
  dropAddress,
  findLeads,
  type LeadRecord,
  removeLead,
  takeAddress,
  toLead,
} from "./lead-record.ts";

const ATTEMPTS = 5;
/** A transaction takes a hundred writes; deleting the lead itself takes up to four. */
const DROPPED_PER_WRITE = 90;

/** @throws AppError not_found */
export async function requireLead(accountId: number, leadId: number): Promise<LeadRecord> {
  const lead = (await findLeads(accountId, [leadId])).get(leadId);
  if (!lead) throw notFound("lead");
  return lead;
}

export const getLead = operation({
  permission: "leads:read",
  input: LeadId,
  output: Lead,
  async run({ accountId }, { lead_id }) {
    return toLead(await requireLead(accountId, lead_id));
  },
});

/** A new address moves the claim on it in the same transaction. */
export const updateLead = operation({
  permission: "leads:write",
  input: UpdateLead,
  output: Lead,
  async run({ accountId }, { lead_id, ...changes }) {
    await retryRefused(async () => {
      const lead = await requireLead(accountId, lead_id);
      const write = changeLead(lead, changes, { at: nowIso() });
      const isMoved =
        changes.email !== undefined && changes.email.toLowerCase() !== lead.email.toLowerCase();
      if (!isMoved || changes.email === undefined) return commit([write]);
      const moves = [
        takeAddress(accountId, changes.email, lead_id),
        dropAddress(accountId, lead.email),
      ];
      try {
        await commit([write, ...moves]);
      } catch (error) {
        if (!(error instanceof TransactionRefused) || !error.refused.includes(1)) throw error;
        const message = "Another lead has this address";
        throw new AppError("conflict", message, { email: [message] });
      }
    });
    return toLead(await requireLead(accountId, lead_id));
  },
});

/** Takes the lead out of all its campaigns and frees its credit: at once, or when the period ends if it was contacted. */
export const deleteLead = operation({
  permission: "leads:write",
  input: LeadId,
  output: v.object({ id: v.number() }),
  async run(actor, { lead_id }) {
    const { accountId, scope } = actor;
    const { campaignIds: places = [] } = await requireLead(accountId, lead_id);
    const reached = await reachedCampaigns(accountId, scope, places);
    if (reached.size < places.length) {
      throw new AppError("forbidden", "This lead is in campaigns that you have no access to");
    }
    // First: a deletion that breaks off in between can be done again, while there is a lead to delete.
    await eraseTasks(accountId, lead_id);
    await eraseNotes(accountId, lead_id);
    await eraseReminders(accountId, lead_id);
    await retryRefused(async () => {
      const lead = await requireLead(accountId, lead_id);
      const campaignIds = [...(lead.campaignIds ?? [])];
      const places = await findPlacesOfLead(accountId, lead_id, campaignIds);
      const wasContacted =
        lead.wasContacted === true || places.some(({ lastSentAt }) => lastSentAt !== undefined);
      const at = nowIso();
      const dropped = places.flatMap((place) => deletePlace(place, { at, actorId: actor.userId }));
      while (dropped.length > DROPPED_PER_WRITE) {
        await commit(dropped.splice(0, DROPPED_PER_WRITE));
      }
      await commit([
        removeLead(lead),
        dropAddress(accountId, lead.email),
        ...giveCreditBack(accountId, wasContacted, at.slice(0, 10)),
        ...dropped,
        // By its number: who is deleted is named nowhere any more.
        recordAct(actor, { action: "lead_deleted", target: `#${lead_id}` }),
      ]);
      // The stream does it too, but a moment later.
      await erasePostingsOf(lead);
    });
    return { id: lead_id };
  },
});

/** Reads and writes again when somebody else changed the lead in between. */
async function retryRefused(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (attempt === ATTEMPTS) throw lostRace();
    }
  }
}
