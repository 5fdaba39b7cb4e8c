import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { clientOfCampaign } from "../../campaigns/campaign/visible-campaigns.ts";
import { addressIn } from "../../campaigns/campaign-lead/address-in.ts";
import {
  type CampaignLeadRecord,
  findPlaces,
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

/** What a run knows already. */
export type Known = {
  campaign: CampaignRecord;
  schedule: PlanSchedule;
  /** Of the live version. */
  steps: SequenceStep[];
  slots: readonly SendSlot[];
};

/** A lead that is due for something that a person does, with all that decides over it. */
export type DuePlace = {
  place: CampaignLeadRecord;
  lead: Lead;
  /** Nobody must write to its address. */
  isSuppressed: boolean;
  version: number;
  steps: readonly SequenceStep[];
  mailbox: MailboxRecord | undefined;
};

/** Reads what decides over leads, in one request for many of each kind; those that are gone are left out. */
export async function lookUp(
  { campaign, steps, slots }: Known,
  leadIds: readonly number[],
): Promise<DuePlace[]> {
  const { accountId, campaignId, sequenceVersion: live } = campaign;
  const ids = [...new Set(leadIds)];
  const [places, people] = await Promise.all([
    findPlaces(
      accountId,
      ids.map((leadId) => ({ leadId, campaignId })),
    ),
    findLeads(accountId, ids),
  ]);
  const older = new Set(places.flatMap(({ sequenceVersion = live }) => sequenceVersion));
  older.delete(live);
  const mailboxOf = (place: CampaignLeadRecord) => place.mailboxId ?? spread(place.leadId, slots);
  const mailboxIds = new Set(places.flatMap((place) => mailboxOf(place) ?? []));
  const [versions, mailboxes, suppressed] = await Promise.all([
    readVersions(accountId, campaignId, [...older]),
    findMailboxes(accountId, [...mailboxIds]),
    clientOfCampaign(campaign).then((clientId) =>
      findSuppressed(
        accountId,
        places.flatMap((place) => addressIn(place, people.get(place.leadId)?.email) ?? []),
        clientId,
      ),
    ),
  ]);
  return places.flatMap((place) => {
    const person = people.get(place.leadId);
    if (!person) return [];
    const version = place.sequenceVersion ?? live;
    const address = addressIn(place, person.email);
    return {
      place,
      lead: toLead(leadIn(person, campaignId)),
      isSuppressed: address !== undefined && suppressed.has(address),
      version,
      steps: version === live ? steps : (versions.get(version) ?? []),
      mailbox: mailboxes.find(({ mailboxId }) => mailboxId === mailboxOf(place)),
    };
  });
}

/** Leads that begin with something by hand are spread over the mailboxes that send, as those are that begin with a mail. */
function spread(leadId: number, slots: readonly SendSlot[]): number | undefined {
  const able = slots.filter(({ sending }) => sending === "on");
  const all = able.length > 0 ? able : slots;
  return all[leadId % all.length]?.mailboxId;
}
