import { afterAll, expect, test } from "vitest";
import { planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { countRequests } from "../../../../../tests/support/count-requests.ts";
import { startDnsServer } from "../../../../../tests/support/dns-server.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { ALWAYS_OPEN, makeWorld, type World } from "../../../../../tests/support/world.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { MINUTE_MS } from "../../duration.ts";
import type { CampaignSchedule } from "../../kernel/schedule/schedule.schema.ts";
import { explainLead } from "../../workspace/diagnostics/explain-lead.ts";
import { sendBatch } from "../delivery/send-batch.ts";
import { readSendingConstraints } from "./sending-constraint.ts";

const NINE = "2026-03-02T09:00:00.000Z";

await cloudOfFile();
const dns = await startDnsServer({
  "google0.example": ["aspmx.l.google.com"],
  "google1.example": ["aspmx.l.google.com"],
  "microsoft0.example": ["x.mail.protection.outlook.com"],
  "microsoft1.example": ["y.mail.protection.outlook.com"],
});
Object.assign(process.env, { ALLOW_PRIVATE_MAIL_HOSTS: "true", DNS_SERVERS: dns.address });
afterAll(() => dns[Symbol.asyncDispose]());

const enrolmentOf = ({ actor, campaignId }: World, leadId: number) =>
  findCampaignLead({ accountId: actor.accountId, campaignId, leadId });

const enrolmentsOf = (world: World) =>
  Promise.all(world.leadIds.map((leadId) => enrolmentOf(world, leadId)));

const ADDRESSES = ["google0", "google1", "microsoft0", "microsoft1"];

/** Two mailboxes, one of each provider, each with room for two mails in a run. */
const matching = (matchesProvider: boolean) =>
  makeWorld({
    smtpPort: 1,
    leads: 4,
    users: ["sam@microsoft0.example", "sam@google0.example"],
    leadEmail: (index) => `lee@${ADDRESSES[index]}.example`,
    schedule: { matchesProvider, minGapMinutes: 10 },
  });

test("a campaign that matches providers writes through mailboxes of the recipients' own, and looks each domain up once", async () => {
  using _clock = stoppedClock(NINE);
  for (const [matches, expected] of [
    [false, ["microsoft", "google", "microsoft", "google"]],
    [true, ["google", "google", "microsoft", "microsoft"]],
  ] as const) {
    const world = await matching(matches);
    await planRun(world);
    const names = new Map(world.mailboxIds.map((id, at) => [id, ["microsoft", "google"][at]]));
    const enrolments = await enrolmentsOf(world);
    expect(enrolments.map((enrolment) => names.get(enrolment?.mailboxId ?? 0))).toEqual(expected);
  }
  expect(dns.asked.toSorted()).toEqual(ADDRESSES.map((name) => `${name}.example`));
});

test("a domain whose hour is full takes no slot: others go out, it falls due with the next hour, and is told so before anything is sent", async () => {
  using clock = stoppedClock(NINE);
  const world = await makeWorld({
    smtpPort: 1,
    leads: 4,
    leadEmail: (index) => `lee${index}@${index === 3 ? "small" : "big"}.example`,
    schedule: { maxPerDomainPerHour: 1, minGapMinutes: 7 },
  });
  await planRun(world);
  const [first, second, third, other] = await enrolmentsOf(world);
  expect(first?.scheduledAt).toBe(NINE);
  expect(other?.scheduledAt).toBeDefined();
  for (const enrolment of [second, third])
    expect(enrolment?.due).toContain("2026-03-02T10:00:00.000Z");
  const asked = { campaign_id: world.campaignId, lead_id: second?.leadId ?? 0 };
  expect(await explainLead(world.actor, asked)).toMatchObject({
    rule: "domain_limit",
    figures: { domain: "big.example", limit: 1, until: "2026-03-02T10:00:00.000Z" },
  });
  // What is planned counts before it is sent.
  clock.move(20 * MINUTE_MS);
  await planRun(world);
  expect((await enrolmentOf(world, second?.leadId ?? 0))?.scheduledAt).toBeUndefined();
  clock.set("2026-03-02T10:00:00.000Z");
  await planRun(world);
  const scheduled = (await enrolmentsOf(world)).filter(
    (enrolment) => enrolment?.scheduledAt !== undefined,
  );
  expect(scheduled.map((enrolment) => enrolment?.leadId)).toContain(second?.leadId);
  expect(scheduled.map((enrolment) => enrolment?.leadId)).not.toContain(third?.leadId);
});

test("two campaigns that plan at once keep to one domain's hour together", async () => {
  using _clock = stoppedClock(NINE);
  const options = { smtpPort: 1, leads: 2, schedule: { maxPerDomainPerHour: 3 } };
  const one = await makeWorld({ ...options, mailboxes: 2 });
  const other = await makeWorld({
    ...options,
    within: one,
    leadEmail: (index) => `other${index}@prospect.example`,
  });
  await planRun(one);
  await planRun(other);
  const enrolments = [...(await enrolmentsOf(one)), ...(await enrolmentsOf(other))];
  expect(
    enrolments.filter((enrolment) => enrolment?.scheduledAt !== undefined).length,
  ).toBeLessThanOrEqual(3);
});

test("with a share of the day for follow-ups new leads get theirs, however many follow-ups are due", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(NINE);
  const steps = [0, 1].map((delayInDays) => ({ delayInDays, subject: "Hi", body: "<p>Hi</p>" }));
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: 10,
    steps,
    schedule: { followUpShare: 50, maxNewLeadsPerDay: 5 },
  });
  const { accountId } = world.actor;
  for (let minute = 0; minute < 30; minute += 5) {
    await planRun(world);
    clock.move(5 * MINUTE_MS);
    for (const leadId of world.leadIds) {
      await sendBatch([{ accountId, campaignId: world.campaignId, leadId, step: 1 }]);
    }
  }
  expect(sink.mails).toHaveLength(5);
  clock.set("2026-03-03T10:00:00.000Z");
  await planRun(world);
  const planned = (await enrolmentsOf(world)).filter(
    (enrolment) => enrolment?.scheduledAt !== undefined,
  );
  const steps2 = planned.filter((enrolment) => enrolment?.nextStep === 2).length;
  expect(planned.length - steps2).toBeGreaterThanOrEqual(2);
  expect(steps2).toBeGreaterThanOrEqual(2);
});

test("a campaign without such rules reads nothing for them", async () => {
  const world = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const { accountId } = world.actor;
  const { mailboxIds, leadIds } = world;
  const span = { from: 0, until: 1, isPlanning: true };
  const schedule: Partial<CampaignSchedule> = ALWAYS_OPEN;
  using requests = countRequests();
  const none = { accountId, campaignId: world.campaignId, mailboxIds, schedule };
  expect(await readSendingConstraints(none, leadIds, span)).toEqual({
    leads: new Map(),
    families: new Map(),
    domainRateLimit: undefined,
  });
  expect(requests.actions).toEqual([]);
  const clocks = { ...none, schedule: { ...schedule, usesLeadTimezone: true } };
  expect((await readSendingConstraints(clocks, leadIds, span)).leads.size).toBe(1);
  expect(requests.actions).toEqual(["BatchGetItem"]);
});
