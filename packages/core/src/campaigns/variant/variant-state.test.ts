import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { happened } from "../../../../../tests/support/variant-figures.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { presentMessage } from "../message/planned-message.ts";
import type { Distribution } from "../sequence/sequence.schema.ts";
import { saveSequence } from "../sequence/sequence.ts";
import { readSteps } from "../sequence/sequence-record.ts";
import { noteVariants, readVariants } from "./variant-state.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

await cloudOfFile();

const keyOf = ({ actor, campaignId }: World) => ({ accountId: actor.accountId, campaignId });

async function lettersOf(world: World): Promise<Record<string, number>> {
  const key = keyOf(world);
  const found = await Promise.all(
    world.leadIds.map((leadId) => presentMessage({ ...key, leadId, step: 1 })),
  );
  const letters: Record<string, number> = {};
  for (const { variant } of found.flatMap((message) => message ?? [])) {
    letters[variant] = (letters[variant] ?? 0) + 1;
  }
  return letters;
}

const worldWith = (shares: number[], distribution?: Distribution) =>
  makeWorld({
    smtpPort: 1,
    mailboxes: 7,
    leads: 60,
    steps: [
      {
        delayInDays: 0,
        subject: "Hi",
        body: "<p>Hi</p>",
        shares,
        ...(distribution ? { distribution } : {}),
      },
    ],
  });

async function stepOne(world: World) {
  const key = keyOf(world);
  const { steps } = await readVariants(key, await readSteps(key.accountId, key.campaignId, 1), {
    startedAt: MONDAY,
  });
  return steps.get(1);
}

test("over many runs every variant stays within one lead of its share [SEQ-14]", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await worldWith([20, 50, 30]);
  for (let planned = 0; planned < 60; clock.move(15 * MINUTE_MS)) {
    await runTrigger(keyOf(world), "Etc/GMT");
    const letters = await lettersOf(world);
    planned = Object.values(letters).reduce((sum, count) => sum + count, 0);
    [20, 50, 30].forEach((share, index) => {
      const given = letters["ABC"[index] ?? ""] ?? 0;
      expect(Math.abs(given - (share * planned) / 100)).toBeLessThan(1);
    });
  }
  expect(await lettersOf(world)).toEqual({ A: 12, B: 30, C: 18 });
  // Each is noted once: what comes next is distributed by these figures.
  const noted = (await stepOne(world))?.variants.map(({ letter, assigned }) => [letter, assigned]);
  expect(noted).toEqual([
    ["A", 12],
    ["B", 30],
    ["C", 18],
  ]);
});

test("a variant with a share of nothing gets no lead", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await worldWith([100, 0]);
  await runTrigger(keyOf(world), "Etc/GMT");
  expect(Object.keys(await lettersOf(world))).toEqual(["A"]);
});

test("AI begins evenly, then learns from sends that are old enough and successes that came in time [SEQ-05] [SEQ-15]", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await worldWith([100, 0], { mode: "ai", metric: "open" });
  await runTrigger(keyOf(world), "Etc/GMT");
  const { A = 0, B = 0 } = await lettersOf(world);
  expect(Math.abs(A - B)).toBeLessThanOrEqual(1);

  await happened(world, "A", "2026-03-03", { sent: 90, opened: 60 });
  await happened(world, "B", "2026-03-03", { sent: 90, opened: 10 });
  clock.move(2 * DAY_MS - 10 * HOUR_MS);
  // Of 2026-03-03 the last send is not a day old yet.
  expect((await stepOne(world))?.judged?.records).toMatchObject([
    { sent: 90, counted: 0, successes: 0 },
    { sent: 90, counted: 0, successes: 0 },
  ]);
  clock.move(DAY_MS + HOUR_MS);
  const later = await stepOne(world);
  expect(later?.judged).toMatchObject({
    phase: "learning",
    records: [
      { counted: 90, successes: 60 },
      { counted: 90, successes: 10 },
    ],
  });
  expect(later?.variants[0]?.share).toBeGreaterThan(90);
  expect(later?.variants[1]?.share).toBeGreaterThanOrEqual(5);
});

test("a leader gets most leads; proved on a Monday, it gets every lead until the step's texts change, then all begins anew", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await worldWith([100, 0], { mode: "ai", metric: "reply" });
  const key = keyOf(world);
  const begun = await readVariants(key, await readSteps(key.accountId, key.campaignId, 1), {
    startedAt: MONDAY,
  });
  await noteVariants(key, begun, [{ step: 1, variant: "A" }]);
  await happened(world, "A", "2026-03-03", { sent: 120, replied: 4 });
  await happened(world, "B", "2026-03-03", { sent: 120, replied: 40 });
  await happened(world, "A", "2026-03-04", { sent: 380, replied: 6 });
  await happened(world, "B", "2026-03-04", { sent: 380, replied: 40 });
  clock.move(6 * DAY_MS);
  // Sunday: everything is counted, and the week is not over.
  expect((await stepOne(world))?.judged).toMatchObject({
    phase: "leading",
    best: "B",
    missing: { leading: 0, proved: 0 },
    variants: [{ share: 5 }, { share: 95 }],
  });
  clock.move(DAY_MS);
  // Monday: the last of these sends may still succeed until Wednesday.
  expect((await stepOne(world))?.judged?.phase).toBe("leading");
  clock.move(6 * DAY_MS);
  expect((await stepOne(world))?.judged?.phase).toBe("leading");
  clock.move(DAY_MS);
  await runTrigger(key, "Etc/GMT");
  expect(Object.keys(await lettersOf(world))).toEqual(["B"]);
  // A run of bad luck does not take the win away.
  await happened(world, "A", "2026-03-04", { sent: 100, replied: 99 });
  expect((await stepOne(world))?.judged).toMatchObject({ phase: "proved", best: "B" });

  const steps = await readSteps(key.accountId, key.campaignId, 1);
  const changed = steps.map((step) => ({
    ...step,
    variants: step.variants.map((one) => ({ ...one, body: `${one.body}<p>PS</p>` })),
  }));
  const { version } = await saveSequence(world.actor, {
    campaign_id: key.campaignId,
    steps: changed,
  });
  const anew = await readVariants(key, await readSteps(key.accountId, key.campaignId, version), {
    startedAt: MONDAY,
  });
  expect(anew.steps.get(1)?.judged).toMatchObject({
    phase: "even",
    records: [{ sent: 0 }, { sent: 0 }],
  });
});

test("mails from before a step had a second variant tell nothing of the texts that it has now [SEQ-15]", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await worldWith([100]);
  const key = keyOf(world);
  await happened(world, "A", "2026-03-03", { sent: 400, opened: 390 });
  clock.move(10 * DAY_MS);
  const [step] = await readSteps(key.accountId, key.campaignId, 1);
  const text = { subject: "Hi", body: "<p>Another one</p>", share: 50 };
  const { version } = await saveSequence(world.actor, {
    campaign_id: key.campaignId,
    steps: [
      {
        seq_number: 1,
        seq_delay_details: { delayInDays: 0 },
        ...step,
        distribution: { mode: "ai", metric: "open" },
        variants: [
          { letter: "A", ...text },
          { letter: "B", ...text, body: "<p>One more</p>" },
        ],
      },
    ],
  });
  await runTrigger(key, "Etc/GMT");
  clock.move(DAY_MS);
  for (const variant of ["A", "B"]) {
    await happened(world, variant, "2026-03-13", { sent: 100, opened: variant === "B" ? 40 : 5 });
  }
  clock.move(3 * DAY_MS);
  const steps = await readSteps(key.accountId, key.campaignId, version);
  const later = (await readVariants(key, steps, { startedAt: MONDAY })).steps.get(1);
  expect(later?.judged?.records).toMatchObject([
    { counted: 100, successes: 5 },
    { counted: 100, successes: 40 },
  ]);
  expect(later?.judged).toMatchObject({ phase: "leading", best: "B" });
});
