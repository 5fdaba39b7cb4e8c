/** The account, its mailboxes and its campaigns, made by the product's own operations. */
import { createCampaign, updateCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { startCampaign } from "@thaw/core/campaigns/campaign/campaign-launch";
import { saveSequence } from "@thaw/core/campaigns/sequence/sequence";
import { addLeads } from "@thaw/core/leads/lead-import/add-leads";
import { storeMailbox } from "@thaw/core/senders/mailbox/mailbox-connect";
import { liftLimits } from "../faults/support/books.ts";
import { testActor } from "../support/actor.ts";
import { storeAccount } from "../support/records.ts";
import type { World } from "./checker.ts";
import { markerOf, PASSWORD, type People } from "./people.ts";
import type { Terms } from "./terms.ts";

const LEADS_A_CALL = 400;
/** So many people work for one firm. */
const A_DOMAIN = 20;

export type Campaign = { terms: Terms; campaignId: number; leadIds: Map<string, number> };
export type Office = Awaited<ReturnType<typeof openOffice>>;

export async function openOffice(world: World, people: People) {
  const actor = testActor();
  await storeAccount(actor.accountId, world.accountTimezone);
  await liftLimits(actor.accountId);
  const emailOf = new Map<number, string>();
  for (const { email, minGapMinutes, dailyLimit } of world.mailboxes) {
    const { mailboxId } = await storeMailbox(actor, {
      provider: "generic",
      email,
      from_name: "Sam Sender",
      smtp_host: "127.0.0.1",
      smtp_port: people.smtpPort,
      smtp_security: "None",
      imap_host: "127.0.0.1",
      imap_port: people.imapPortOf(email),
      imap_security: "None",
      user_name: "",
      password: PASSWORD,
      daily_limit: dailyLimit,
      min_gap_minutes: minGapMinutes,
    });
    emailOf.set(mailboxId, email);
  }
  const campaigns: Campaign[] = [];
  for (const terms of world.campaigns) {
    campaigns.push(await launch(actor, terms, [...emailOf.keys()].slice(0, terms.mailboxes)));
  }
  return { actor, emailOf, campaigns };
}

async function launch(
  actor: ReturnType<typeof testActor>,
  terms: Terms,
  mailboxIds: number[],
): Promise<Campaign> {
  const { id } = await createCampaign(actor, { name: terms.name });
  const steps = terms.delays.map((delayInDays, index) => ({
    seq_number: index + 1,
    seq_delay_details: { delayInDays },
    variants: [
      {
        letter: "A",
        subject: index === 0 ? "{Hello|Good day} {{first_name|there}}" : "",
        body: `<p>{Hi|Hello} {{first_name}}, a word ${markerOf(terms.name, index + 1)}</p>`,
        share: 100,
      },
    ],
  }));
  await saveSequence(actor, { campaign_id: id, steps });
  await updateCampaign(actor, {
    campaign_id: id,
    mailbox_ids: mailboxIds,
    schedule: {
      timezone: terms.timezone,
      weekdays: terms.weekdays,
      start: terms.start,
      end: terms.end,
      minGapMinutes: terms.minGapMinutes,
      maxNewLeadsPerDay: terms.maxNewLeadsPerDay,
      holidayCountries: [terms.holidayCountry],
      closedDates: terms.closedDates,
    },
  });
  const leadIds = await addPeople(actor, id, terms);
  await startCampaign(actor, { campaign_id: id });
  return { terms, campaignId: id, leadIds };
}

async function addPeople(
  actor: ReturnType<typeof testActor>,
  campaignId: number,
  { leads, name }: Terms,
): Promise<Map<string, number>> {
  const emails = Array.from(
    { length: leads },
    (_, index) => `lead${index}@${name}${Math.floor(index / A_DOMAIN)}.example`,
  );
  const ids = new Map<string, number>();
  for (let start = 0; start < leads; start += LEADS_A_CALL) {
    const some = emails.slice(start, start + LEADS_A_CALL);
    const { results } = await addLeads(actor, {
      campaign_id: campaignId,
      leads: some.map((email, index) => ({ email, first_name: `Lee${start + index}` })),
    });
    for (const { email, lead_id } of results) if (lead_id !== undefined) ids.set(email, lead_id);
  }
  return ids;
}
