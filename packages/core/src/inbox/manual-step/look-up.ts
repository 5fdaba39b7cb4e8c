import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { clientOfCampaign } from "../../campaigns/campaign/visible-campaigns.ts";
import { addressIn } from "../../campaigns/campaign-lead/address-in.ts";
import {
  type CampaignLeadRecord,
  findLeadEnrolments,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import { readVersions } from "../../campaigns/sequence/sequence-record.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import type { Lead } from "../../leads/lead/lead.schema.ts";
import { findLeads, toLead } from "../../leads/lead/lead-record.ts";
import { leadIn } from "../../leads/lead/see-leads.ts";
import { findSuppressed } from "../../leads/suppression/suppression.ts";
import { findMailboxes, type MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import type { SendSlot } from "../../senders/send-slot/send-slot.ts";

/** What a run has read already. */
export type Known = {
  campaign: CampaignRecord;
  schedule: PlanSchedule;
  /** Of the live version. */
  steps: SequenceStep[];
  slots: readonly SendSlot[];
};

/** An enrolment whose due step a person does, with all that the decision needs. */
export type DueEnrolment = {
  enrolment: CampaignLeadRecord;
  lead: Lead;
  /** Nobody must write to its address. */
  isSuppressed: boolean;
  version: number;
  steps: readonly SequenceStep[];
  mailbox: MailboxRecord | undefined;
};

/**
 * Reads what decisions about enrolments need, in one request for many of each kind; enrolments and leads that are gone are
 * left out.
 */
export async function lookUp(
  { campaign, steps, slots }: Known,
  leadIds: readonly number[],
): Promise<DueEnrolment[]> {
  const { accountId, campaignId, sequenceVersion: live } = campaign;
  const ids = [...new Set(leadIds)];
  const [enrolments, people] = await Promise.all([
    findLeadEnrolments(
      accountId,
      ids.map((leadId) => ({ leadId, campaignId })),
    ),
    findLeads(accountId, ids),
  ]);
  const older = new Set(enrolments.flatMap(({ sequenceVersion = live }) => sequenceVersion));
  older.delete(live);
  const mailboxOf = (enrolment: CampaignLeadRecord) =>
    enrolment.mailboxId ?? spread(enrolment.leadId, slots);
  const mailboxIds = new Set(enrolments.flatMap((enrolment) => mailboxOf(enrolment) ?? []));
  const [versions, mailboxes, suppressed] = await Promise.all([
    readVersions(accountId, campaignId, [...older]),
    findMailboxes(accountId, [...mailboxIds]),
    clientOfCampaign(campaign).then((clientId) =>
      findSuppressed(
        accountId,
        enrolments.flatMap(
          (enrolment) => addressIn(enrolment, people.get(enrolment.leadId)?.email) ?? [],
        ),
        clientId,
      ),
    ),
  ]);
  return enrolments.flatMap((enrolment) => {
    const person = people.get(enrolment.leadId);
    if (!person) return [];
    const version = enrolment.sequenceVersion ?? live;
    const address = addressIn(enrolment, person.email);
    return {
      enrolment,
      lead: toLead(leadIn(person, campaignId)),
      isSuppressed: address !== undefined && suppressed.has(address),
      version,
      steps: version === live ? steps : (versions.get(version) ?? []),
      mailbox: mailboxes.find(({ mailboxId }) => mailboxId === mailboxOf(enrolment)),
    };
  });
}

/** Leads that begin with something by hand are spread over the mailboxes that send, as those are that begin with a mail. */
function spread(leadId: number, slots: readonly SendSlot[]): number | undefined {
  const able = slots.filter(({ sending }) => sending === "on");
  const all = able.length > 0 ? able : slots;
  return all[leadId % all.length]?.mailboxId;
}
