import { commit, TransactionRefused } from "@thaw/data/transact";
import { DO_NOT_CONTACT } from "../../accounts/category/category.schema.ts";
import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import {
  type CampaignLeadKey,
  type CampaignLeadRecord,
  findEnrolmentsOfLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import {
  enrolInSubsequence,
  entryClaim,
  moveOut,
} from "../../campaigns/campaign-lead/move-to-subsequence.ts";
import type { Continued } from "../../campaigns/campaign-lead/waiting.ts";
import { readSteps } from "../../campaigns/sequence/sequence-record.ts";
import type { Condition } from "../../campaigns/subsequence/condition.schema.ts";
import { now, toIso } from "../../clock.ts";
import { findClaims } from "../../kernel/claim/claim.ts";
import { planSchedule } from "../../kernel/schedule/closed-days.ts";
import { isLeadEmail } from "../../leads/lead/lead.schema.ts";
import { changeLead, findLeads, type LeadRecord } from "../../leads/lead/lead-record.ts";
import { ownOf, valuesIn, withOwn } from "../../leads/lead/own-values.ts";
import { leadIn } from "../../leads/lead/see-leads.ts";
import { findSuppressed } from "../../leads/suppression/suppression.ts";
import { stepAfter } from "../manual-step/next-step.ts";
import { conversationOf, readMails } from "./trail.ts";

const ATTEMPTS = 5;

/**
 * Moves a lead into the first ACTIVE one of the subsequences that one event matches, once for ever: where it has been in
 * one of them before, nothing happens, so that this is safe to run twice. Its enrolments in the parent and in the siblings
 * end; nobody who must not be emailed is moved.
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
    const person = chosen && (await findReachable(parent, leadId, chosen));
    if (!chosen || !person) return undefined;
    try {
      return (await move(chosen, person)) ? chosen.campaignId : undefined;
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

type Person = {
  lead: LeadRecord;
  enrolment: CampaignLeadRecord;
  enrolments: CampaignLeadRecord[];
  /** How to reach it where not by its own address. */
  contact?: Contact;
};

/** The lead with its enrolments in the parent and in all of its subsequences; undefined when it must not be emailed. */
async function findReachable(
  parent: CampaignRecord,
  leadId: number,
  chosen: CampaignRecord,
): Promise<Person | undefined> {
  const { accountId, campaignId, subsequenceIds = [] } = parent;
  const [leads, enrolments] = await Promise.all([
    findLeads(accountId, [leadId]),
    findEnrolmentsOfLead(accountId, leadId, [campaignId, ...subsequenceIds]),
  ]);
  const lead = leads.get(leadId);
  const enrolment = enrolments.find((each) => each.campaignId === campaignId);
  const isBlocked = enrolments.some(({ status }) => status === "BLOCKED");
  if (!lead || !enrolment || isBlocked || lead.categoryId === DO_NOT_CONTACT) return undefined;
  if ((chosen.condition as Condition | undefined)?.kind === "push_on_bounce") {
    const known = leadIn(lead, campaignId);
    return {
      lead,
      enrolment,
      enrolments,
      contact: await contactAfterBounce(known, parent.clientId),
    };
  }
  if ((await findSuppressed(accountId, [lead.email], parent.clientId)).size > 0) return undefined;
  return { lead, enrolment, enrolments };
}

/** @returns false where the subsequence has no step that could be done for the lead */
async function move(subsequence: CampaignRecord, person: Person): Promise<boolean> {
  const { lead, enrolment, enrolments, contact } = person;
  const { accountId, campaignId, sequenceVersion } = subsequence;
  const at = now();
  const key: CampaignLeadKey = { accountId, campaignId, leadId: lead.leadId };
  const [steps, schedule] = await Promise.all([
    readSteps(accountId, campaignId, sequenceVersion),
    planSchedule(subsequence, at),
  ]);
  const first = stepAfter({ steps, schedule }, { ...contact }, { step: 0, at: toIso(at) });
  if (!first) return false;
  const { dueAt, ...begins } = first;
  const entry = {
    ...key,
    ...contact,
    first: begins,
    enrolledAt: toIso(at),
    dueAt,
    mailboxId: enrolment.mailboxId,
    continues: contact
      ? NEW_THREAD
      : await conversationOf(enrolment, await readMails(enrolment, enrolment.nextStep)),
  };
  // It begins with what its campaign knows.
  const values = enrolment.campaignId in ownOf(lead) && valuesIn(lead, enrolment.campaignId);
  const own = values ? withOwn(lead, campaignId, { values, at: toIso(at) }) : undefined;
  await commit([
    ...enrolInSubsequence(entry),
    changeLead(lead, {}, { at: toIso(at), addToCampaignId: campaignId, own }),
    ...enrolments.flatMap((each) => moveOut(each, toIso(at))),
  ]);
  return true;
}

const NEW_THREAD: Continued = { subject: "", references: [] };

type Contact = { mailTo?: string; hasNoMail?: boolean };

/** Mail to the lead's own address came back: it has another one, or only what people do by hand reaches it (SEQ-25). */
async function contactAfterBounce(
  { accountId, email, custom_fields }: LeadRecord,
  clientId: number | undefined,
): Promise<Contact> {
  const { alternate_email: found = "" } = custom_fields as Record<string, string | undefined>;
  const other = found.trim().toLowerCase();
  const isUsable = isLeadEmail(other) && other !== email;
  if (!isUsable) return { hasNoMail: true };
  const isBlocked = (await findSuppressed(accountId, [other], clientId)).size > 0;
  if (isBlocked) return { hasNoMail: true };
  return { mailTo: other };
}
