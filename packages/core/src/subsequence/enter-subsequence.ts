import { commit, TransactionRefused } from "@thaw/data/transact";
import type { CampaignRecord } from "../campaign/campaign.ts";
import { readSteps } from "../campaign/sequence.ts";
import {
  type CampaignLeadKey,
  type CampaignLeadRecord,
  findPlacesOfLead,
} from "../campaign-lead/campaign-lead.ts";
import { enrolInSubsequence, entryClaim, moveOut } from "../campaign-lead/move-to-subsequence.ts";
import { DO_NOT_CONTACT } from "../category/category.schema.ts";
import { findClaims } from "../claim/claim.ts";
import { now, toIso } from "../clock.ts";
import { changeLead, findLeads, type LeadRecord } from "../lead/lead-record.ts";
import { planSchedule } from "../schedule/closed-days.ts";
import { dueAfter } from "../schedule/window.ts";
import { findSuppressed } from "../suppression/suppression.ts";
import { conversationOf, readMails } from "./trail.ts";

const ATTEMPTS = 5;

/**
 * A lead that one happening would bring into these subsequences comes into the first of them that is ACTIVE, once for ever:
 * where it has been in one of them before that, nothing happens. So it is safe to run twice. Its places in the parent and in
 * the siblings end; nobody who must not be written to comes in.
 *
 * @param matching subsequences of one campaign, earliest first
 * @returns the subsequence that it came into
 */
export async function enterFirst(
  parent: CampaignRecord,
  leadId: number,
  matching: readonly CampaignRecord[],
): Promise<number | undefined> {
  for (let attempt = 1; ; attempt++) {
    const chosen = await choose(parent, leadId, matching);
    const person = chosen && (await findWritable(parent, leadId));
    if (!chosen || !person) return undefined;
    try {
      await move(chosen, person);
      return chosen.campaignId;
    } catch (error) {
      if (!(error instanceof TransactionRefused) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function choose(
  { accountId }: CampaignRecord,
  leadId: number,
  matching: readonly CampaignRecord[],
): Promise<CampaignRecord | undefined> {
  if (!matching.some(({ status }) => status === "ACTIVE")) return undefined;
  const claims = await findClaims(
    matching.map(({ campaignId }) => entryClaim({ accountId, campaignId, leadId })),
  );
  const first = matching.findIndex(({ status }, index) => claims[index] ?? status === "ACTIVE");
  return claims[first] ? undefined : matching[first];
}

type Person = { lead: LeadRecord; place: CampaignLeadRecord; places: CampaignLeadRecord[] };

/** The lead with its places in the parent and all of its subsequences; undefined when it must not be written to. */
async function findWritable(parent: CampaignRecord, leadId: number): Promise<Person | undefined> {
  const { accountId, campaignId, subsequenceIds = [] } = parent;
  const [leads, places] = await Promise.all([
    findLeads(accountId, [leadId]),
    findPlacesOfLead(accountId, leadId, [campaignId, ...subsequenceIds]),
  ]);
  const lead = leads.get(leadId);
  const place = places.find((each) => each.campaignId === campaignId);
  const isBlocked = places.some(({ status }) => status === "BLOCKED");
  if (!lead || !place || isBlocked || lead.categoryId === DO_NOT_CONTACT) return undefined;
  if ((await findSuppressed(accountId, [lead.email])).size > 0) return undefined;
  return { lead, place, places };
}

async function move(subsequence: CampaignRecord, { lead, place, places }: Person): Promise<void> {
  const { accountId, campaignId } = subsequence;
  const at = now();
  const key: CampaignLeadKey = { accountId, campaignId, leadId: lead.leadId };
  const mails = await readMails(place, place.nextStep);
  const entry = {
    ...key,
    enrolledAt: toIso(at),
    dueAt: toIso(await firstDue(subsequence, at)),
    mailboxId: place.mailboxId,
    continues: await conversationOf(place, mails),
  };
  await commit([
    ...enrolInSubsequence(entry),
    changeLead(lead, {}, { at: toIso(at), addToCampaignId: campaignId }),
    ...places.flatMap((each) => moveOut(each, toIso(at))),
  ]);
}

async function firstDue(subsequence: CampaignRecord, at: number): Promise<number> {
  const { accountId, campaignId, sequenceVersion } = subsequence;
  const schedule = await planSchedule(subsequence, at);
  const [first] = await readSteps(accountId, campaignId, sequenceVersion);
  const days = first?.seq_delay_details.delayInDays ?? 0;
  return schedule ? dueAfter(at, days, schedule) : at;
}
