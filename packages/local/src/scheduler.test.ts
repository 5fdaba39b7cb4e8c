import { setTimeout as sleep } from "node:timers/promises";
import { now, toIso } from "@thaw/core/clock";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@thaw/core/duration";
import { expect, test } from "vitest";
import { stoppedClock } from "../../../tests/support/clock.ts";
import { Disk } from "./disk.ts";
import { runSchedule } from "./scheduler.ts";

const START = "2026-03-02T09:00:20.000Z";
const startMs = Date.parse(START);
/** Longer than the scheduler's longest pause. */
const TURN_MS = 1_300;

/** The real scheduler on a clock that is moved by hand, and when it ran by that clock. */
function minutely() {
  const clock = stoppedClock(START);
  const stopping = new AbortController();
  const runs: string[] = [];
  const done = runSchedule(
    "tick",
    { consumer: "onTick", every: "rate(1 minute)" },
    {
      invoke: async () => void runs.push(toIso(now())),
      disk: new Disk({ folder: "", probe() {} }),
    },
    stopping.signal,
  );
  return {
    async moveTo(offsetMs: number) {
      clock.set(toIso(startMs + offsetMs));
      await sleep(TURN_MS);
      return runs.splice(0).map((at) => Date.parse(at) - startMs);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await done;
      clock[Symbol.dispose]();
    },
  };
}

test("after a jump forward by a day one run stands for all that were missed, and the beat goes on", async () => {
  await using it = minutely();
  expect(await it.moveTo(0)).toEqual([0]);
  expect(await it.moveTo(DAY_MS)).toEqual([DAY_MS]);
  expect(await it.moveTo(DAY_MS + 20_000)).toEqual([]);
  expect(await it.moveTo(DAY_MS + MINUTE_MS)).toEqual([DAY_MS + MINUTE_MS]);
});

test("after a jump back by an hour it runs within a minute of the new clock, not an hour later", async () => {
  await using it = minutely();
  expect(await it.moveTo(0)).toEqual([0]);
  expect(await it.moveTo(-HOUR_MS)).toEqual([]);
  expect(await it.moveTo(-HOUR_MS + MINUTE_MS)).toEqual([-HOUR_MS + MINUTE_MS]);
  // And the hour that comes a second time is no reason to run twice as often.
  expect(await it.moveTo(-HOUR_MS + MINUTE_MS + 20_000)).toEqual([]);
  expect(await it.moveTo(0)).toEqual([0]);
});
