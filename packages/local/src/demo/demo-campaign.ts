import type { Actor } from "@thaw/core/actor";
import { createCampaign, updateCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { startCampaign } from "@thaw/core/campaigns/campaign/campaign-launch";
import { saveSequence } from "@thaw/core/campaigns/sequence/sequence";
import { addLeads } from "@thaw/core/leads/lead-import/add-leads";
import { connectMailbox } from "@thaw/core/senders/mailbox/mailbox-connect";
import type { MailWorld } from "./mail-world.ts";
import { makePeople, type Person } from "./people.ts";

const SENDERS = [
  { name: "ada", fromName: "Ada Lindqvist" },
  { name: "ben", fromName: "Ben Okoro" },
  { name: "clara", fromName: "Clara Weiss" },
  { name: "dev", fromName: "Dev Anand" },
];
/** Open all week, round the clock: whenever someone presses Start, something happens. */
const SCHEDULE = {
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  start: "00:00",
  end: "23:59",
  minGapMinutes: 20,
  maxNewLeadsPerDay: 300,
};
const DAILY_LIMIT = 80;
export const FOLLOW_UP_DAYS = 2;

const LEADS = 200;
const PILOT_LEADS = 24;
const SUBJECT = "{Better coffee|A coffee tasting} for {{company_name|your office}}";

const SITE = "https://fernhollow.example";
const FIRST_MAIL = `<p>{Hi|Hello|Good day} {{first_name|there}},</p>
<p>I am {{sender_first_name}} from Fernhollow. We {bring|deliver} freshly roasted coffee to offices {like yours|such as yours} in {{location|your town}}, by bicycle, and take the empty tins back.</p>
<p>As {{role|somebody who looks after the office}} at {{company_name|your company}} you may {like|enjoy} our tasting box: three coffees, no contract. <a href="${SITE}/tasting-box">Here is what is in it</a>.</p>
<p>{Shall I send you one?|May I send you one next week?}</p>
<p>{Kind regards|Best wishes},<br>{{sender_name}}</p>`;
const SECOND_MAIL = `<p>{Hi|Hello} {{first_name|there}},</p>
<p>{Just a short question|One short question}: did my mail about the tasting box for {{company_name|your office}} reach you? <a href="${SITE}/tasting-box">It still waits for you</a>.</p>
<p>{{sender_first_name}}</p>`;

/** The first mail, with a variant for each subject, and a follow-up two days later. */
const stepsWith = (subjects: readonly string[]) => [
  {
    seq_number: 1,
    seq_delay_details: { delayInDays: 0 },
    variants: subjects.map((subject, at) => ({
      letter: String.fromCharCode(65 + at),
      subject,
      body: FIRST_MAIL,
      share: 100 / subjects.length,
    })),
  },
  {
    seq_number: 2,
    seq_delay_details: { delayInDays: FOLLOW_UP_DAYS },
    variants: [{ letter: "A", subject: "", body: SECOND_MAIL }],
  },
];

/**
 * Fills an account as its owner would: four mailboxes, a campaign with 200 leads that waits for Start, and a small one that
 * runs already. Everything goes through the product's own operations.
 */
export async function fillAccount(
  actor: Actor,
  mail: MailWorld,
): Promise<{ campaignId: number; mailboxIds: number[] }> {
  const mailboxIds = await connectSenders(actor, mail);
  const pilot = makePeople(LEADS, PILOT_LEADS);
  const begun = await buildCampaign(actor, { name: "Coffee pilot", people: pilot, mailboxIds });
  await startCampaign(actor, { campaign_id: begun.campaignId });
  const people = makePeople(0, LEADS);
  const { campaignId } = await buildCampaign(actor, {
    name: "Coffee tasting",
    people,
    mailboxIds,
  });
  return { campaignId, mailboxIds };
}

async function connectSenders(actor: Actor, mail: MailWorld): Promise<number[]> {
  const domain = freeDomain(mail);
  const ids: number[] = [];
  for (const { name, fromName } of SENDERS) {
    const { address, password, port } = await mail.addBox(`${name}@${domain}`);
    const { id } = await connectMailbox(actor, {
      email: address,
      from_name: fromName,
      smtp_host: "127.0.0.1",
      smtp_port: mail.smtpPort,
      smtp_security: "None",
      imap_host: "127.0.0.1",
      imap_port: port,
      imap_security: "None",
      password,
      daily_limit: DAILY_LIMIT,
      min_gap_minutes: SCHEDULE.minGapMinutes,
    });
    ids.push(id);
  }
  return ids;
}

/** Each account has a domain of its own, so that nobody reads the mail of another. */
function freeDomain(mail: MailWorld): string {
  for (let number = 1; ; number += 1) {
    const domain = number === 1 ? "fernhollow.example" : `fernhollow-${number}.example`;
    if (!mail.hasBox(`${SENDERS[0]?.name}@${domain}`)) return domain;
  }
}

type Campaign = {
  name: string;
  people: Person[];
  mailboxIds: number[];
  subjects?: readonly string[];
  schedule?: Partial<typeof SCHEDULE>;
};

/** @returns its id, and those of its leads in the order of `people` */
export async function buildCampaign(
  actor: Actor,
  { name, people, mailboxIds, subjects = [SUBJECT], schedule }: Campaign,
): Promise<{ campaignId: number; leadIds: number[] }> {
  const { id } = await createCampaign(actor, { name });
  const { results } = await addLeads(actor, { campaign_id: id, leads: people });
  await saveSequence(actor, { campaign_id: id, steps: stepsWith(subjects) });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  await updateCampaign(actor, {
    campaign_id: id,
    mailbox_ids: mailboxIds,
    schedule: { ...SCHEDULE, ...schedule, timezone: timeZone },
    settings: { unsubscribe_footer: true },
  });
  return { campaignId: id, leadIds: results.flatMap(({ lead_id }) => lead_id ?? []) };
}
