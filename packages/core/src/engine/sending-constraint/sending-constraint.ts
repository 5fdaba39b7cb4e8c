import type { EpochMs } from "../../instant.schema.ts";
import type { CampaignSchedule } from "../../kernel/schedule/schedule.schema.ts";
import { findLeads } from "../../leads/lead/lead-record.ts";
import { leadIn } from "../../leads/lead/see-leads.ts";
import { leadZoneOf } from "../../leads/lead-timezone/lead-timezone.ts";
import { findFamilies } from "../../senders/mail-exchanger/mail-exchanger.ts";
import { familyOfProvider } from "../../senders/mail-exchanger/provider-family.ts";
import { findMailboxes } from "../../senders/mailbox/mailbox-record.ts";
import { domainOfAddress, readDomainSends } from "../domain-rate-limit/domain-rate-limit.ts";
import type { DomainRateLimit, SendingConstraints } from "../planner/plan-input.ts";

/** What a campaign's rules ask of single leads and mailboxes; empty, and nothing is read, where it has no such rule. */
export type CampaignConstraints = {
  leads: Map<number, SendingConstraints>;
  /** Whose service each mailbox is. */
  families: Map<number, string>;
  domainRateLimit: DomainRateLimit | undefined;
};

type Sending = {
  accountId: number;
  campaignId: number;
  mailboxIds: readonly number[];
  schedule: Pick<CampaignSchedule, "usesLeadTimezone" | "maxPerDomainPerHour" | "matchesProvider">;
};

/**
 * @param at `from` and `until` (epoch ms, exclusive): the hours of domains that are read; `isPlanning`: a run, which looks up
 *   what nobody has yet
 */
export async function readSendingConstraints(
  { accountId, campaignId, mailboxIds, schedule }: Sending,
  leadIds: readonly number[],
  at: { from: EpochMs; until: EpochMs; isPlanning: boolean },
): Promise<CampaignConstraints> {
  const { usesLeadTimezone, maxPerDomainPerHour: limit, matchesProvider } = schedule;
  const nothing: CampaignConstraints = {
    leads: new Map(),
    families: new Map(),
    domainRateLimit: undefined,
  };
  if (leadIds.length === 0 || !(usesLeadTimezone || limit || matchesProvider)) return nothing;
  const found = await findLeads(accountId, [...new Set(leadIds)]);
  const leads = [...found.values()].map((lead) => leadIn(lead, campaignId));
  const domains = new Map(leads.map(({ leadId, email }) => [leadId, domainOfAddress(email)]));
  const [zones, hours, senders] = await Promise.all([
    usesLeadTimezone ? Promise.all(leads.map(leadZoneOf)) : [],
    limit ? readDomainSends(accountId, [...domains.values()], at) : undefined,
    matchesProvider ? readSenders(accountId, mailboxIds) : [],
  ]);
  const asked = [...domains.values(), ...senders.map(({ domain }) => domain)];
  const families = matchesProvider ? await findFamilies(asked, at) : new Map<string, string>();
  const constraints = leads.map(({ leadId }, index): [number, SendingConstraints] => {
    const domain = domains.get(leadId) ?? "";
    const family = families.get(domain);
    const timezone = zones[index]?.timezone;
    return [
      leadId,
      {
        ...(timezone ? { timezone } : {}),
        ...(limit ? { domain } : {}),
        ...(family ? { family } : {}),
      },
    ];
  });
  const own = senders.flatMap(({ mailboxId, domain, family = families.get(domain) }) =>
    family ? [[mailboxId, family] as const] : [],
  );
  return {
    leads: new Map(constraints),
    families: new Map(own),
    domainRateLimit: limit && hours ? { limit, used: hours } : undefined,
  };
}

/** A preset names its service; any other mailbox belongs to the service that receives the mail of its domain. */
async function readSenders(accountId: number, mailboxIds: readonly number[]) {
  const mailboxes = await findMailboxes(accountId, mailboxIds);
  return mailboxes.map(({ mailboxId, provider, email }) => ({
    mailboxId,
    domain: domainOfAddress(email),
    family: familyOfProvider(provider),
  }));
}
