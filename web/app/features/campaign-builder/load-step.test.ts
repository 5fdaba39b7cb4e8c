import {
  createCampaign,
  getCampaign,
  updateCampaign,
} from "@thaw/core/campaigns/campaign/campaign";
import { saveSequence } from "@thaw/core/campaigns/sequence/sequence";
import { getSendPlan } from "@thaw/core/engine/forecast/forecast";
import { addLeads } from "@thaw/core/leads/lead-import/add-leads";
import { listMailboxes, updateMailbox } from "@thaw/core/senders/mailbox/mailbox";
import { expect, test } from "vitest";
import { testActor } from "../../../../tests/support/actor.ts";
import { makeWorld } from "../../../../tests/support/world.ts";
import { loadReview } from "./load-review.server.ts";
import { loadLeads, loadSequence, loadSetup } from "./load-step.server.ts";

const LEADS = [
  { email: "ann@example.com", first_name: "Ann", custom_fields: { ice: "vanilla" } },
  { email: "bob@example.com", custom_fields: { city: "Wien" } },
];
const step = (body: string) => ({
  seq_number: 1,
  seq_delay_details: { delayInDays: 0 },
  variants: [{ letter: "A", subject: "Hi {{first_name|there}}", body }],
});

async function draft(body: string) {
  const actor = testActor();
  const { id: campaign_id } = await createCampaign(actor, { name: "Spring" });
  await addLeads(actor, { campaign_id, leads: LEADS });
  await saveSequence(actor, { campaign_id, steps: [step(body)] });
  return { actor, campaign_id };
}

test("the sequence knows the custom fields of the leads, each once", async () => {
  const { actor, campaign_id } = await draft("<div>Hi</div>");
  const { customFields, leads } = await loadSequence(actor, { id: campaign_id });
  expect(customFields).toEqual(["city", "ice"]);
  expect(leads.map(({ email, name }) => [email, name])).toEqual([
    ["ann@example.com", "Ann"],
    ["bob@example.com", ""],
  ]);
});

test("leads are counted before their events are", async () => {
  const { actor, campaign_id } = await draft("<div>Hi</div>");
  expect(await loadLeads(actor, campaign_id)).toMatchObject({ total: 2, current: undefined });
});

test("the review renders each lead's mails and names who lacks which variable", async () => {
  const { actor, campaign_id } = await draft("<div>You like {{ice}}, {{first_name}}</div>");
  const review = await loadReview(actor, await getCampaign(actor, { campaign_id }));
  expect(review.problems.map(({ part }) => part).sort()).toEqual(["schedule", "senders"]);
  const samples = await review.samples;
  expect(samples.map(({ email, missing }) => [email, missing])).toEqual([
    ["ann@example.com", []],
    ["bob@example.com", ["ice", "first_name"]],
  ]);
  expect(samples[0]?.mails[0]?.mail).toMatchObject({
    subject: "Hi Ann",
    html: "<div>You like vanilla, Ann</div>",
  });
});

test("the review shows every variant, the gap that rules for each mailbox, and when the last email leaves", async () => {
  const { actor, campaignId: campaign_id } = await makeWorld({
    smtpPort: 1,
    leads: 2,
    mailboxes: 2,
    schedule: { minGapMinutes: 10 },
    steps: [{ delayInDays: 0, subject: "Hi", body: "<p>Hi</p>", shares: [50, 50] }],
    start: false,
  });
  const { items } = await listMailboxes(actor, {});
  const mailbox_id = items[1]?.id ?? 0;
  await updateMailbox(actor, { mailbox_id, min_gap_minutes: 20 });
  const review = await loadReview(actor, await getCampaign(actor, { campaign_id }));
  expect(review.summary).toMatchObject({ gap: { least: 10, most: 20 }, tested: 1 });
  const [sample] = await review.samples;
  expect(sample?.mails.map(({ step, letter }) => [step, letter])).toEqual([
    [1, "A"],
    [1, "B"],
  ]);
  const { ends_on } = await getSendPlan(actor, { campaign_id });
  expect(await review.plan).toMatchObject({ mails: 2, ends_on });
  expect(ends_on).toBeDefined();
});

test("the review says how many emails of a long sequence it does not show", async () => {
  const { actor, campaignId: campaign_id } = await makeWorld({
    smtpPort: 1,
    leads: 1,
    steps: Array.from({ length: 12 }, (_, index) => ({
      delayInDays: index,
      subject: "Hi",
      body: "<p>Hi</p>",
      shares: [50, 50],
    })),
    start: false,
  });
  const review = await loadReview(actor, await getCampaign(actor, { campaign_id }));
  expect((await review.samples)[0]?.mails).toHaveLength(20);
  expect(review.unshown).toBe(4);
});

test("a campaign without a schedule is offered one in its person's time zone, still to be saved", async () => {
  const { actor, campaign_id } = await draft("<div>Hi</div>");
  const before = await loadSetup(actor, await getCampaign(actor, { campaign_id }), "Asia/Tokyo");
  expect(before).toMatchObject({ isSaved: false, draft: { schedule: { timezone: "Asia/Tokyo" } } });
  const schedule = { ...before.draft.schedule, timezone: "Europe/Berlin" };
  await updateCampaign(actor, { campaign_id, schedule: schedule as never });
  const after = await loadSetup(actor, await getCampaign(actor, { campaign_id }), "Asia/Tokyo");
  expect(after).toMatchObject({
    isSaved: true,
    draft: { schedule: { timezone: "Europe/Berlin" } },
  });
});
