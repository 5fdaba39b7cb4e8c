import { expect, test } from "vitest";
import { jobIn, messageIn, planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { storeAccount } from "../../../../../tests/support/records.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { systemActor } from "../../actor.ts";
import { pauseCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { now } from "../../clock.ts";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { monthlyQuotaOf, readMonthlyUsed, reserveMails } from "./monthly-quota.ts";
import { setPlan } from "./set-plan.ts";
import type { SubscriptionPlanName } from "./subscription-plan.schema.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

async function worldOnTrial(smtpPort: number, leads: number): Promise<World> {
  const world = await makeWorld({ smtpPort, leads, mailboxes: leads });
  await storeAccount(world.actor.accountId, "Etc/GMT");
  return world;
}

const quotaOf = ({ actor }: World) => monthlyQuotaOf(actor.accountId, now());
const take = ({ actor }: World, plan_type: SubscriptionPlanName) =>
  setPlan(systemActor(actor.accountId), { plan_type });

test("the first paid plan begins a month with all its mails, and one that the trial planned goes back to the trial's", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await worldOnTrial(sink.port, 2);
  await planRun(world);
  const trial = await quotaOf(world);
  clock.move(MINUTE_MS);
  await sendBatch([jobIn(world, 0)]);
  await take(world, "BASE");
  const paid = await quotaOf(world);
  expect(paid.startsAt).not.toBe(trial.startsAt);
  expect(await readMonthlyUsed(trial)).toBe(2);
  // What is planned of the trial's is given up under the new plan.
  await pauseCampaign(world.actor, { campaign_id: world.campaignId });
  clock.move(15 * MINUTE_MS);
  await sendBatch([jobIn(world, 1)]);
  expect(sink.mails).toHaveLength(1);
  expect(await readMonthlyUsed(trial)).toBe(1);
  expect(await reserveMails(paid, paid.limit)).toBe(true);
  expect(await reserveMails(paid, 1)).toBe(false);
});

test("a mail that is tried until after the month's end and fails goes back to the month that it was taken from", async () => {
  let reply = "451 4.3.0 Try again";
  await using sink = await startSink({ refuse: () => reply });
  using clock = stoppedClock(MONDAY);
  const world = await worldOnTrial(sink.port, 1);
  await take(world, "BASE");
  const first = await quotaOf(world);
  clock.set("2026-04-02T08:50:00.000Z");
  await planRun(world);
  clock.move(MINUTE_MS);
  await sendBatch([jobIn(world)]);
  expect((await messageIn(world))?.status).toBe("DRAFTED");
  expect(await readMonthlyUsed(first)).toBe(1);
  clock.move(30 * MINUTE_MS);
  reply = "554 5.6.0 No";
  await sendBatch([{ ...jobIn(world), isBegun: true }]);
  expect((await messageIn(world))?.status).toBe("FAILED");
  const next = await quotaOf(world);
  expect(next.startsAt).toBe(first.endsAt);
  expect(await readMonthlyUsed(first)).toBe(0);
  expect(await reserveMails(next, next.limit)).toBe(true);
  expect(await reserveMails(next, 1)).toBe(false);
});

test("from one paid plan to the next the month goes on, and what it has sent counts against the new limit", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await worldOnTrial(1, 1);
  await take(world, "PRO");
  const before = await quotaOf(world);
  expect(await reserveMails(before, 5_999)).toBe(true);
  for (const name of ["POPULAR", "BASE"] as const) {
    clock.move(DAY_MS);
    await take(world, name);
    const { startsAt, endsAt } = await quotaOf(world);
    expect({ startsAt, endsAt }).toEqual({ startsAt: before.startsAt, endsAt: before.endsAt });
  }
  const base = await quotaOf(world);
  expect(await readMonthlyUsed(base)).toBe(5_999);
  expect(await reserveMails(base, 2)).toBe(false);
  expect(await reserveMails(base, 1)).toBe(true);
});
