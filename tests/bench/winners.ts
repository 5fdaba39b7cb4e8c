/**
 * How often the product names a winner between variants that are equal, and how often it finds the better one. Leads are given
 * to variants, and variants judged, by the product's own code, once a day: its figures change once a day.
 */

import { chooserIn } from "@thaw/core/campaigns/variant/distribution";
import { type Judged, judge } from "@thaw/core/campaigns/variant/judgement";
import { DAY_MS } from "@thaw/core/duration";
import { takeVariant } from "@thaw/core/engine/planner/variant-choice";
import type { Counts } from "@thaw/core/reporting/counter/counter";
import { hash32 } from "@thaw/core/seeded-hash";

const START = Date.parse("2026-03-02T00:00:00.000Z");
/** A planner's run in the morning, before the emails of the day. */
const MORNING = DAY_MS / 3;
const DAYS = 60;
const LEADS_A_DAY = 100;
const LETTERS = ["A", "B"];
/** Of the time from an email to its reply: half of them come on the first day, one in a hundred after the seventh. */
const MEAN_REPLY_DAYS = 1.5;
const MOST_FALSE = 0.05;

type Outcome = { proved?: string; led: Set<string>; sends: number };
type Rates = readonly [number, number];

/** One step with two variants, whose rates are known here and to nobody else. */
function runTest(name: string, number: number, rates: Rates): Outcome {
  const chance = (lead: number, what: string) => hash32(name, number, lead, what) / 2 ** 32;
  const days: { day: string; counts: Counts }[] = [];
  const led = new Set<string>();
  const given = new Map(LETTERS.map((letter) => [letter, 0]));
  const step = { step: 1, metric: "reply" as const, letters: LETTERS, after: "" };
  let lead = 0;
  for (let date = 0; date < DAYS; date++) {
    const at = START + date * DAY_MS + MORNING;
    const judged = judge({ ...step, seed: `${name}|${number}`, days: arrived(days, date) }, at);
    if (judged.phase === "proved" && judged.best) return { proved: judged.best, led, sends: lead };
    if (judged.phase === "leading" && judged.best) led.add(judged.best);
    const counts: Counts = {};
    const add = (figure: string) => {
      counts[figure] = (counts[figure] ?? 0) + 1;
    };
    const steps = new Map([[1, chosenStep(judged, given)]]);
    for (let nth = 0; nth < LEADS_A_DAY; nth++) {
      lead += 1;
      const letter = takeVariant(steps, { campaign: { id: number } }, { leadId: lead, step: 1 });
      given.set(letter, (given.get(letter) ?? 0) + 1);
      add(`sent.1.${letter}`);
      const rate = rates[LETTERS.indexOf(letter)] ?? 0;
      const waits = Math.floor(-Math.log(1 - chance(lead, "wait")) * MEAN_REPLY_DAYS);
      if (chance(lead, "reply") < rate && waits < 7) add(`${date + waits}:replied.1.${letter}`);
    }
    days.push({ day: new Date(START + date * DAY_MS).toISOString().slice(0, 10), counts });
  }
  return { led, sends: lead };
}

/** As the product hands a judged step to its planner. */
const chosenStep = (judged: Judged, given: ReadonlyMap<string, number>) => ({
  choose: chooserIn(judged.phase),
  variants: judged.variants.map(({ letter, share }) => ({
    letter,
    share,
    assigned: judged.phase === "even" ? (given.get(letter) ?? 0) : 0,
  })),
});

/** The figures as they stand on the morning of a date: of replies, those that came before it. */
const arrived = (days: readonly { day: string; counts: Counts }[], date: number) =>
  days.map(({ day, counts }) => {
    const known: Counts = {};
    for (const [name, count] of Object.entries(counts)) {
      const [cameOn, figure] = name.includes(":") ? name.split(":") : ["-1", name];
      if (figure && Number(cameOn) < date) known[figure] = (known[figure] ?? 0) + count;
    }
    return { day, counts: known };
  });

function runTests(name: string, tests: number, rates: Rates) {
  const outcomes = Array.from({ length: tests }, (_, number) => runTest(name, number, rates));
  const sends = outcomes
    .flatMap((one) => (one.proved ? [one.sends] : []))
    .sort((one, other) => one - other);
  return {
    proved: (letter: string) => outcomes.filter((one) => one.proved === letter).length / tests,
    led: (letters: readonly string[]) =>
      outcomes.filter(({ led }) => letters.some((letter) => led.has(letter))).length / tests,
    medianSends: sends[Math.floor(sends.length / 2)],
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(7);
const print = (what: string, value: string) => console.log(`  ${what.padEnd(50)}${value}`);

const started = process.cpuUsage();
console.log(`two variants, ${LEADS_A_DAY} emails a day, ${DAYS * LEADS_A_DAY} at most`);
const EQUAL_TESTS = 120;
const equal = runTests("equal", EQUAL_TESTS, [0.03, 0.03]);
const falseWinners = equal.proved("A") + equal.proved("B");
console.log(`both are answered by 3 %, ${EQUAL_TESTS} tests`);
print("one is proved to be the winner", `${percent(falseWinners)} (bar: at most 5 %)`);
print("one leads at some time, by looks every day", percent(equal.led(LETTERS)));
for (const rates of [
  [0.03, 0.04],
  [0.05, 0.08],
] as const) {
  const tests = 25;
  const [worse, better] = rates.map((rate) => `${100 * rate} %`);
  const { proved, led, medianSends } = runTests(`${worse}|${better}`, tests, rates);
  console.log(`A is answered by ${worse}, B by ${better}, ${tests} tests`);
  print("B is proved, A is proved", `${percent(proved("B"))} ${percent(proved("A"))}`);
  print("B leads at some time, A does", `${percent(led(["B"]))} ${percent(led(["A"]))}`);
  if (medianSends) print("emails until half of these winners were proved", `${medianSends}`);
}
print("CPU", `${(process.cpuUsage(started).user / 1e6).toFixed(0)} s`);
if (falseWinners > MOST_FALSE) process.exitCode = 1;
