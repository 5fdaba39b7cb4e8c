import { expect, test } from "vitest";
import { planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { ALWAYS_OPEN, makeWorld, type World } from "../../../../../tests/support/world.ts";
import {
  giveMailsBack,
  monthlyQuotaOf,
  reserveMails,
} from "../../accounts/subscription-plan/monthly-quota.ts";
import { updateCampaign } from "../../campaigns/campaign/campaign.ts";
import { pauseCampaign, startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { archiveCampaign, stopCampaign } from "../../campaigns/campaign/campaign-life.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { findCampaignLead, stopLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { NEVER, pauseByHand } from "../../leads/lead/change-lead-status.ts";
import { countEvents } from "../../reporting/counter/counter.ts";
import { sendBatch } from "../delivery/send-batch.ts";
import { getLeadPlan, getSendPlan, keepSendPlan } from "./forecast.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const OFFICE = { weekdays: [1, 2, 3, 4, 5], start: "08:00", end: "18:00" };

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const planOf = ({ actor, campaignId }: World) => getSendPlan(actor, { campaign_id: campaignId });
const perDay = ({ days }: Awaited<ReturnType<typeof getSendPlan>>) =>
  days.map(({ day, steps }) => [day, ...steps.map(({ mails }) => mails)]);

const leadPlan = ({ actor, campaignId }: World, leadId = 0) =>
  getLeadPlan(actor, { campaign_id: campaignId, lead_id: leadId });

test("a draft's plan says before the start what goes out on which day, of which step and from where", async () => {
  using _clock = stoppedClock(MONDAY);
  const schedule = { ...OFFICE, maxNewLeadsPerDay: 4 };
  const world = await makeWorld({ smtpPort: 1, leads: 10, mailboxes: 2, schedule, start: false });
  const plan = await planOf(world);
  expect(plan).toMatchObject({ precision: "exact", gaps: [], mails: 20, waiting: 0 });
  expect(plan).toMatchObject({
    starts_on: "2026-03-02",
    ends_on: "2026-03-06",
    timezone: "Etc/GMT",
  });
  expect(perDay(plan)).toEqual([
    ["2026-03-02", 4, 0],
    ["2026-03-03", 4, 0],
    ["2026-03-04", 2, 4],
    ["2026-03-05", 0, 4],
    ["2026-03-06", 0, 2],
  ]);
  expect(plan.mailboxes.map(({ email, mails }) => [email, mails])).toEqual([
    ["sender0@sender.example", 10],
    ["sender1@sender.example", 10],
  ]);
  const [mailboxId = 0] = world.mailboxIds;
  const own = await getSendPlan(world.actor, {
    campaign_id: world.campaignId,
    mailbox_id: mailboxId,
  });
  expect(own.mails).toBe(10);
  expect(own.mailboxes).toHaveLength(1);
});

test("what a campaign lacks is named instead of an empty plan", async () => {
  const world = await makeWorld({ smtpPort: 1, leads: 1, steps: [], start: false });
  await updateCampaign(world.actor, { campaign_id: world.campaignId, mailbox_ids: [] });
  expect(await planOf(world)).toMatchObject({ gaps: ["sequence", "senders"], days: [], mails: 0 });
  const none = await makeWorld({ smtpPort: 1, leads: 0, start: false });
  expect((await planOf(none)).gaps).toEqual(["leads"]);
});

test("a campaign that is stopped or archived is over, whatever its leads had before them", async () => {
  const world = await makeWorld({ smtpPort: 1, leads: 2 });
  expect(await planOf(world)).toMatchObject({ gaps: [], mails: 4 });
  for (const end of [stopCampaign, archiveCampaign]) {
    await end(world.actor, { campaign_id: world.campaignId });
    expect(await planOf(world)).toMatchObject({ gaps: ["over"], mails: 0, waiting: 0 });
  }
});

test("a trigger run plans the very mails that the plan foretold, and the lead's own plan names instant and mailbox", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 9, mailboxes: 2 });
  const foretold = await Promise.all(world.leadIds.map((leadId) => leadPlan(world, leadId)));
  await planRun(world);
  let planned = 0;
  for (const [index, leadId] of world.leadIds.entries()) {
    const { accountId } = world.actor;
    const lead = await findCampaignLead({ accountId, campaignId: world.campaignId, leadId });
    const [first, second] = foretold[index]?.steps ?? [];
    expect(first?.state).toBe("expected");
    expect(Date.parse(second?.at ?? "")).toBeGreaterThanOrEqual(
      Date.parse(first?.at ?? "") + 48 * HOUR_MS,
    );
    if (!lead?.scheduledAt) continue;
    planned += 1;
    expect(first).toMatchObject({ at: lead.scheduledAt, mailbox_id: lead.mailboxId });
    const [now] = (await leadPlan(world, leadId)).steps;
    expect(now).toMatchObject({ state: "planned", at: lead.scheduledAt });
  }
  expect(planned).toBeGreaterThan(7);
});

test("what was sent is a fact in the lead's plan, and what is left is planned from there", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 3 });
  const [leadId = 0, , stopped = 0] = world.leadIds;
  const key = { accountId: world.actor.accountId, campaignId: world.campaignId };
  await planRun(world);
  await sendBatch([{ ...key, leadId, step: 1 }]);
  await stopLead({ ...key, leadId: stopped }, "manual", 1);
  clock.move(20 * MINUTE_MS);
  const { steps } = await leadPlan(world, leadId);
  expect(steps).toMatchObject([
    { step: 1, state: "sent", at: MONDAY, day: "2026-03-02" },
    { step: 2, state: "expected", at: "2026-03-04T09:00:00.000Z", day: "2026-03-04" },
  ]);
  expect((await leadPlan(world, stopped)).steps.map(({ state }) => state)).toEqual([
    "not_planned",
    "not_planned",
  ]);
  // One was sent, one was stopped.
  expect((await planOf(world)).steps).toEqual([
    { step: 1, mails: 1 },
    { step: 2, mails: 2 },
  ]);
});

test("leads that are paused before their first mail are planned for when the pause is over, and one that is paused for good waits", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 3, schedule: OFFICE });
  const { actor, campaignId: campaign_id } = world;
  const [first = 0, second = 0] = world.leadIds;
  await pauseByHand(actor, { ...actor, campaignId: campaign_id, leadId: first }, NEVER);
  const until = "2026-03-09T12:00:00.000Z";
  await pauseByHand(actor, { ...actor, campaignId: campaign_id, leadId: second }, until);
  const plan = await planOf(world);
  expect(perDay(plan)).toEqual([
    ["2026-03-02", 1, 0],
    ["2026-03-04", 0, 1],
    ["2026-03-09", 1, 0],
    ["2026-03-11", 0, 1],
  ]);
  expect(plan.waiting).toBe(1);
  expect((await leadPlan(world, second)).steps[0]).toMatchObject({ state: "expected", at: until });
  expect((await leadPlan(world, first)).steps[0]).toEqual({ step: 1, state: "not_planned" });
});

test("the plan of the last start stays to be held against what was sent, also over a pause", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 6, schedule: { maxNewLeadsPerDay: 3 } });
  const { accountId } = world.actor;
  const { campaignId } = world;
  const sent = (id: string, day: string) =>
    ({ id, accountId, campaignId, kind: "sent", countedOn: day, step: 1, variant: "A" }) as const;
  await countEvents([sent("a", "2026-03-02"), sent("b", "2026-03-02")]);
  expect((await planOf(world)).against).toEqual([{ day: "2026-03-02", planned: 3, sent: 2 }]);
  await pauseCampaign(world.actor, { campaign_id: campaignId });
  clock.set("2026-03-04T09:00:00.000Z");
  await startCampaign(world.actor, { campaign_id: campaignId });
  clock.set("2026-03-05T09:00:00.000Z");
  expect((await planOf(world)).against).toEqual([
    { day: "2026-03-02", planned: 3, sent: 2 },
    { day: "2026-03-03", planned: 3, sent: 0 },
    { day: "2026-03-04", planned: 3, sent: 0 },
    { day: "2026-03-05", planned: 3, sent: 0 },
  ]);
});

test("a large campaign's plan is an estimate from the kept figures and says so", async () => {
  using _clock = stoppedClock(MONDAY);
  const schedule = { ...OFFICE, maxNewLeadsPerDay: 1_000 };
  const world = await makeWorld({ smtpPort: 1, leads: 5, mailboxes: 4, schedule });
  const { accountId } = world.actor;
  const { campaignId } = world;
  const sent = (index: number) => ({
    id: `sent-${index}`,
    accountId,
    campaignId,
    kind: "sent" as const,
    countedOn: "2026-03-01",
    step: 1,
    variant: "A",
  });
  await countEvents([
    {
      id: "all",
      accountId,
      campaignId,
      kind: "leads-added",
      countedOn: "2026-03-01",
      amount: 10_000,
    },
    ...Array.from({ length: 40 }, (_, index) => sent(index)),
  ]);
  const plan = await planOf(world);
  expect(plan).toMatchObject({ precision: "estimate", gaps: [], waiting: 0 });
  expect(plan.steps).toEqual([
    { step: 1, mails: 9_960 },
    { step: 2, mails: 10_000 },
  ]);
  const dayAfter = plan.days.find(({ day }) => day === "2026-03-03");
  expect(dayAfter?.steps).toEqual([
    { step: 1, mails: 160 },
    { step: 2, mails: 40 },
  ]);
  const steps = (await leadPlan(world, world.leadIds[0])).steps;
  expect(steps).toMatchObject([
    { state: "around", day: "2026-03-02" },
    { state: "around", day: "2026-03-04" },
  ]);
  expect(steps[0]).not.toHaveProperty("at");
});

test("a plan that is more than the month's mails says so, in this month and in later ones", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 3, mailboxes: 2, start: false });
  const quota = await monthlyQuotaOf(world.actor.accountId, Date.parse(MONDAY));
  await reserveMails(quota, quota.limit - 6);
  expect((await planOf(world)).leaves_out).toEqual([]);
  await reserveMails(quota, 1);
  expect((await planOf(world)).leaves_out).toEqual(["monthly_quota"]);
  // Of these April gets 100 a day, and has 2,500.
  const { accountId } = world.actor;
  const { campaignId } = world;
  const added = { id: "all", accountId, campaignId, kind: "leads-added" as const };
  await countEvents([{ ...added, countedOn: "2026-03-01", amount: 5_200 }]);
  await giveMailsBack(quota, quota.limit).go();
  await updateCampaign(world.actor, {
    campaign_id: campaignId,
    schedule: { ...ALWAYS_OPEN, startDate: "2026-04-01" },
  });
  expect(await planOf(world)).toMatchObject({
    precision: "estimate",
    leaves_out: ["monthly_quota"],
  });
});

test("a strange account sees neither plan", async () => {
  const ours = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const theirs = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const strange = { ...theirs, campaignId: ours.campaignId + 1_000 };
  await expect(planOf(strange)).rejects.toMatchObject({ code: "not_found" });
  await expect(leadPlan(ours, 999_999)).rejects.toMatchObject({ code: "not_found" });
  await keepSendPlan(await requireCampaign(ours.actor.accountId, ours.campaignId));
});
