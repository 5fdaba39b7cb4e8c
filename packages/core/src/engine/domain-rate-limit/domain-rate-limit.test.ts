import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { readSlots } from "../../senders/send-slot/send-slot.ts";
import { explainLead } from "../../workspace/diagnostics/explain-lead.ts";
import { sendBatch } from "../delivery/send-batch.ts";
import {
  countDomainSends,
  domainRateLimitKeyOf,
  reserveDomainSends,
  returnDomainSend,
  takeDomainSend,
} from "./domain-rate-limit.ts";

const NINE = "2026-03-02T09:00:00.000Z";
const WORKERS = 8;

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const hourOf = (world: World, at: string) =>
  domainRateLimitKeyOf(world.actor.accountId, "x@Prospect.example", Date.parse(at));

/** One worker for each mail, all at once. */
async function sendAtOnce({ actor, campaignId, leadIds }: World) {
  const { accountId } = actor;
  const ended = await Promise.all(
    leadIds.map((leadId) => sendBatch([{ accountId, campaignId, leadId, step: 1 }])),
  );
  expect(ended.flat().filter(({ error }) => error !== undefined)).toEqual([]);
}

test("eight workers that race for the last mails of a domain's hour get exactly its limit; one given back is one more", async () => {
  const { accountId } = testActor();
  const key = domainRateLimitKeyOf(accountId, "a@prospect.example", Date.parse(NINE));
  for (const [round, expected] of [3, 0].entries()) {
    using _race = raceWrites(WORKERS);
    const taken = await Promise.all(Array.from({ length: WORKERS }, () => takeDomainSend(key, 3)));
    expect({ round, taken: taken.filter(Boolean).length }).toEqual({ round, taken: expected });
  }
  await returnDomainSend(key);
  expect(await takeDomainSend(key, 3)).toBe(true);
  expect(await takeDomainSend(key, 3)).toBe(false);
  const next = domainRateLimitKeyOf(accountId, "a@prospect.example", Date.parse(NINE) + HOUR_MS);
  expect(await takeDomainSend(next, 3)).toBe(true);
  expect(await countDomainSends(key)).toBe(3);
});

test("of eight mails to one domain three leave in an hour, whichever worker sends them; the others follow in later hours, none twice and none lost", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(NINE);
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: WORKERS,
    mailboxes: WORKERS,
    schedule: { maxPerDomainPerHour: 3 },
  });
  for (const sent of [3, 6, 8]) {
    await planRun(world);
    await sendAtOnce(world);
    expect(sink.mails).toHaveLength(sent);
    clock.move(30 * MINUTE_MS);
    // Nothing more in the same hour.
    await planRun(world);
    await sendAtOnce(world);
    expect(sink.mails).toHaveLength(sent);
    clock.move(30 * MINUTE_MS);
  }
  expect(new Set(sink.mails.flatMap(({ to }) => to)).size).toBe(WORKERS);
  expect(await countDomainSends(hourOf(world, NINE))).toBe(3);
});

test("of a plan that another run leaves only some domains' hours for, the other mails go, and those that do not cost their mailbox no mail of its day", async () => {
  using _clock = stoppedClock(NINE);
  const world = await makeWorld({
    smtpPort: 1,
    leads: 3,
    leadEmail: (index) => `lee${index}@${index === 0 ? "small" : "big"}.example`,
    schedule: { maxPerDomainPerHour: 2 },
  });
  const { accountId } = world.actor;
  let isFirst = true;
  // The run has read the hours when it first writes of them.
  const stop = client.intercept(async (action, input, next) => {
    const isOfHour = action === "UpdateItem" && JSON.stringify(input).includes("#domain_big.");
    if (isFirst && isOfHour) {
      isFirst = false;
      await reserveDomainSends(accountId, 2, [{ domain: "big.example", at: Date.parse(NINE) }]);
    }
    return next(input);
  });
  await planRun(world);
  stop();
  expect(isFirst).toBe(false);
  const enrolments = await Promise.all(
    world.leadIds.map((leadId) =>
      findCampaignLead({ accountId, campaignId: world.campaignId, leadId }),
    ),
  );
  expect(enrolments.map((enrolment) => enrolment?.scheduledAt)).toEqual([
    NINE,
    undefined,
    undefined,
  ]);
  expect(await readSlots(accountId, world.mailboxIds)).toMatchObject([{ pending: 1 }]);
});

test("diagnostics name the domain's next hour for a lead that waits for it", async () => {
  await using sink = await startSink();
  using _clock = stoppedClock(NINE);
  const schedule = { maxPerDomainPerHour: 1 };
  const world = await makeWorld({ smtpPort: sink.port, leads: 2, mailboxes: 2, schedule });
  await planRun(world);
  await sendAtOnce(world);
  const { accountId } = world.actor;
  const { campaignId } = world;
  const leads = await Promise.all(
    world.leadIds.map((leadId) => findCampaignLead({ accountId, campaignId, leadId })),
  );
  const waiting = leads.find((lead) => lead?.nextStep === 1);
  expect(waiting?.due).toContain("2026-03-02T10:00:00.000Z");
  const lead_id = waiting?.leadId ?? 0;
  expect(await explainLead(world.actor, { campaign_id: campaignId, lead_id })).toMatchObject({
    rule: "domain_limit",
    fix: "setup",
    figures: { domain: "prospect.example", limit: 1, until: "2026-03-02T10:00:00.000Z" },
  });
});

test("a mail that the server refuses frees its slot in the domain's hour; without a limit nothing is counted", async () => {
  await using sink = await startSink({ refuse: () => "550 5.1.1 No such user" });
  using _clock = stoppedClock(NINE);
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: 1,
    schedule: { maxPerDomainPerHour: 1 },
  });
  await planRun(world);
  await sendAtOnce(world);
  expect(await countDomainSends(hourOf(world, NINE))).toBe(0);
  await using open = await startSink();
  const free = await makeWorld({ smtpPort: open.port, leads: 1 });
  await planRun(free);
  await sendAtOnce(free);
  expect(open.mails).toHaveLength(1);
  expect(await countDomainSends(hourOf(free, NINE))).toBe(0);
});
