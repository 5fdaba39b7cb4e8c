import { expect, test } from "vitest";
import { HOUR_MS } from "../../duration.ts";
import { type CountedIds, knownTo, remember } from "./counted-ids.ts";

const AT = Date.parse("2026-03-02T09:00:00.000Z");
const events = (source: string, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${source}|${from + index}`, source }));
const rememberAll = (counted: CountedIds, calls: ReturnType<typeof events>[], at = AT) =>
  calls.reduce((memory, call) => remember(memory, call, at), counted);
const alone = (source: string, count: number) => events(source, 0, count).map((event) => [event]);

test("a whole batch that is delivered again is known, whatever another day's events were meanwhile", () => {
  const batch = events("2026-03-01", 0, 100);
  const counted = rememberAll(remember({}, batch, AT), alone("2026-03-02", 500));
  expect(batch.every(knownTo(counted))).toBe(true);
});

test("a batch of which the parts were counted one by one is known", () => {
  const parts = [
    events("d", 0, 50),
    ...alone("d", 40).map(([one]) => [{ ...one, id: `x${one?.id}`, source: "d" }]),
  ];
  const counted = rememberAll({}, parts);
  expect(parts.flat().every(knownTo(counted))).toBe(true);
});

test("an event of another day and an event that was never counted are not known", () => {
  const counted = remember({}, events("2026-03-01", 0, 3), AT);
  const isKnown = knownTo(counted);
  expect(isKnown({ id: "2026-03-01|3", source: "2026-03-01" })).toBe(false);
  expect(isKnown({ id: "2026-03-01|1", source: "2026-03-02" })).toBe(false);
});

test("what is remembered of events that come alone stays short, and a day without events is forgotten after two hours", () => {
  const counted = rememberAll({}, alone("2026-03-01", 1_000));
  expect(counted["2026-03-01"]?.ids.length).toBeLessThan(340);
  const later = remember(counted, events("2026-03-02", 0, 1), AT + 3 * HOUR_MS);
  expect(Object.keys(later)).toEqual(["2026-03-02"]);
});

test("a whole batch of which two calls counted a part each is known", () => {
  const parts = [events("d", 0, 10), events("d", 10, 90)];
  expect(parts.flat().every(knownTo(rememberAll({}, parts)))).toBe(true);
});

test("of two whole batches of a day the newer one is remembered alone", () => {
  const [older, newer] = [events("d", 0, 100), events("d", 100, 100)];
  const isKnown = knownTo(rememberAll({}, [older, newer]));
  expect([older.some(isKnown), newer.every(isKnown)]).toEqual([false, true]);
});

test("of events that come alone the newest are remembered", () => {
  const calls = alone("d", 1_000);
  expect(
    calls
      .flat()
      .slice(-48)
      .every(knownTo(rememberAll({}, calls))),
  ).toBe(true);
});

test("a day is remembered for two hours after its last event", () => {
  const counted = remember({}, events("old", 0, 1), AT);
  const sourcesAt = (at: number) => Object.keys(remember(counted, events("new", 0, 1), at));
  expect(sourcesAt(AT + 2 * HOUR_MS - 1)).toEqual(["old", "new"]);
  expect(sourcesAt(AT + 2 * HOUR_MS)).toEqual(["new"]);
});
