import type { Actor } from "@thaw/core/actor";
import { startCampaign } from "@thaw/core/campaigns/campaign/campaign-launch";
import { now } from "@thaw/core/clock";
import { DAY_MS } from "@thaw/core/duration";
import { findMailboxes } from "@thaw/core/senders/mailbox/mailbox-record";
import { concurrently } from "@thaw/data/concurrently";
import { buildCampaign } from "./demo-campaign.ts";
import { asOf } from "./demo-clock.ts";
import { pastDepartures } from "./past-days.ts";
import { correspond } from "./past-letters.ts";
import { makeEarlierPeople } from "./people.ts";

const OFFICE_HOURS = { weekdays: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" };
const SUBJECTS = [
  "Better coffee for {{company_name|your office}}",
  "A tasting box for {{company_name|your office}}",
] as const;
/** Who is still to be written to when the demo begins. */
const UNCONTACTED = 40;
const MAX_NEW_LEADS_PER_DAY = 15;
/** Few: meanwhile somebody opens the first screen. */
const AT_ONCE = 3;

/**
 * Gives the account a campaign that has run for a month, with everything that its people did. The product's own functions
 * write it, each at its instant; only the way over SMTP and IMAP is left out. Its campaign starts when that is done, and stays a
 * draft where the demo ends before.
 */
export async function livePast(
  actor: Actor,
  mailboxIds: number[],
  signal: AbortSignal,
): Promise<void> {
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  const present = now();
  const window = { ...OFFICE_HOURS, timezone };
  const departures = pastDepartures(window, present);
  const people = makeEarlierPeople(departures.length + UNCONTACTED);
  const begin = (departures[0] ?? present) - DAY_MS;
  const { campaignId, leadIds } = await asOf(begin, () =>
    buildCampaign(actor, {
      name: "Coffee for studios",
      people,
      mailboxIds,
      subjects: SUBJECTS,
      schedule: { ...OFFICE_HOURS, maxNewLeadsPerDay: MAX_NEW_LEADS_PER_DAY },
    }),
  );
  const found = await findMailboxes(actor.accountId, mailboxIds);
  const mailboxes = mailboxIds.flatMap(
    (id) => found.find(({ mailboxId }) => mailboxId === id) ?? [],
  );
  const past = { actor, campaignId, mailboxes, window, present };
  await concurrently([...departures.entries()], AT_ONCE, async ([index, at]) => {
    if (signal.aborted) return;
    const [leadId, person] = [leadIds[index], people[index]];
    if (leadId && person) await correspond(past, { leadId, person, index }, at);
  });
  if (!signal.aborted) await asOf(begin, () => startCampaign(actor, { campaign_id: campaignId }));
}
