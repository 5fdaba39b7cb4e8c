import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currentClock, now } from "@thaw/core/clock";
import { expect, onTestFinished, test } from "vitest";
import { asOf, firstMorning, startDemoClock } from "./demo-clock.ts";
import { openDemoStore } from "./demo-store.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "thaw-demo-clock-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test("the demo begins on the morning of a working day", () => {
  for (const at of ["2026-11-21T12:00:00Z", "2026-11-23T12:00:00Z", "2026-11-25T00:00:00Z"]) {
    const first = new Date(firstMorning(Date.parse(at)));
    expect([first.getHours(), first.getMinutes()]).toEqual([9, 0]);
    expect([0, 6]).not.toContain(first.getDay());
    expect(first.getTime()).toBeGreaterThanOrEqual(Date.parse(at));
  }
});

test("another speed takes hold at once, without a jump, and the real clock comes back at the end", () => {
  const store = openDemoStore(folder());
  const clock = startDemoClock(store);
  expect(currentClock().rate).toBe(600);
  clock.setSpeed(1);
  const [before, started] = [now(), performance.now()];
  clock.setSpeed(60);
  const [after, elapsed] = [now(), performance.now() - started];
  expect(currentClock().rate).toBe(60);
  clock.stop();
  store.close();
  expect(currentClock().rate).toBe(1);
  expect(after).toBeGreaterThanOrEqual(before);
  expect(after - before).toBeLessThanOrEqual(elapsed * 60 + 2);
});

test("what is done as of an instant gets it from the clock to its end, and nobody else does meanwhile", async () => {
  const store = openDemoStore(folder());
  const clock = startDemoClock(store);
  const then = Date.parse("2026-11-02T10:00:00Z");
  const began = now();
  const remembering = asOf(then, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return now();
  });
  expect(now()).toBeGreaterThanOrEqual(began);
  expect(await remembering).toBe(then);
  expect(now()).toBeGreaterThanOrEqual(began);
  clock.stop();
  store.close();
});

test("a killed demo goes on at its own speed and never before an instant that it has shown", () => {
  const dir = folder();
  const killed = openDemoStore(dir);
  const lost = startDemoClock(killed);
  lost.setSpeed(60);
  const [shown, started] = [now(), performance.now()];
  const kept = openDemoStore(dir);
  const clock = startDemoClock(kept);
  const [goesOn, elapsed] = [now(), performance.now() - started];
  expect(goesOn).toBeGreaterThanOrEqual(shown);
  expect(goesOn - shown).toBeLessThanOrEqual(elapsed * 60 + 3 * 60_000);
  expect(currentClock().rate).toBe(60);
  clock.stop();
  kept.close();
  lost.stop();
  killed.close();
});
