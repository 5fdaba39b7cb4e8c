import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { toIso } from "../../clock.ts";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import {
  delaySlot,
  newSlot,
  readSlots,
  releasePending,
  reserveSlots,
  returnSlot,
  takeSendSlot,
} from "./send-slot.ts";

async function slotWith(dailyLimit: number) {
  const key = { accountId: testActor().accountId, mailboxId: 3 };
  await newSlot(key, { dailyLimit, minGapMs: 3 * MINUTE_MS, sending: "on" }).go();
  return key;
}

const at = (ms: number) => ({
  now: toIso(ms),
  gapBefore: toIso(ms - 3 * MINUTE_MS),
  day: toIso(ms).slice(0, 10),
});

test("twenty workers that want the same instant get one send", async () => {
  const key = await slotWith(40);
  const noon = Date.parse("2026-03-02T12:00:00Z");
  const results = await Promise.all(Array.from({ length: 20 }, () => takeSendSlot(key, at(noon))));
  expect(results.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
  expect(new Set(results.map(({ refusal }) => refusal))).toEqual(new Set([undefined, "gap"]));
});

test("a day has exactly its limit of sends, however many workers race, and the next day begins anew", async () => {
  const key = await slotWith(5);
  let now = Date.parse("2026-03-02T08:00:00Z");
  let taken = 0;
  for (let round = 0; round < 8; round++, now += 4 * MINUTE_MS) {
    const results = await Promise.all(Array.from({ length: 4 }, () => takeSendSlot(key, at(now))));
    taken += results.filter(({ refusal }) => refusal === undefined).length;
  }
  expect(taken).toBe(5);
  expect((await takeSendSlot(key, at(now))).refusal).toBe("limit");
  expect((await takeSendSlot(key, at(now + DAY_MS))).refusal).toBeUndefined();
});

test("a clock that goes back a day gives no second allowance", async () => {
  const key = await slotWith(1);
  const today = Date.parse("2026-03-02T12:00:00Z");
  expect((await takeSendSlot(key, at(today))).refusal).toBeUndefined();
  expect((await takeSendSlot(key, at(today - DAY_MS))).refusal).toBe("limit");
});

test("two planning runs cannot reserve the same slots", async () => {
  const key = await slotWith(40);
  const [slot] = await readSlots(key.accountId, [3]);
  if (!slot) throw new Error("no slot");
  const reservation = {
    count: 2,
    nextFreeAt: toIso(Date.now()),
    lastSlotAt: toIso(Date.now()),
    day: "2026-03-02",
  };
  const results = await Promise.all([
    reserveSlots(slot, reservation),
    reserveSlots(slot, reservation),
  ]);
  expect(results.filter(Boolean)).toHaveLength(1);
  await releasePending(key, "2026-03-02");
  expect((await readSlots(key.accountId, [3]))[0]?.pending).toBe(1);
});

test("an unused slot is free at once; one whose mail was refused keeps its gap", async () => {
  const key = await slotWith(5);
  const noon = Date.parse("2026-03-02T12:00:00Z");
  const day = "2026-03-02";
  const { slot } = await takeSendSlot(key, at(noon));
  const unused = { at: toIso(noon), before: slot.lastSendAt };
  await returnSlot(key, { day, isPending: true, unused });
  expect((await takeSendSlot(key, at(noon))).refusal).toBeUndefined();
  await returnSlot(key, { day, isPending: false });
  expect((await takeSendSlot(key, at(noon + MINUTE_MS))).refusal).toBe("gap");
  // Someone else took it meanwhile: theirs stays.
  expect((await takeSendSlot(key, at(noon + 3 * MINUTE_MS))).refusal).toBeUndefined();
  await returnSlot(key, { day, isPending: true, unused });
  expect((await readSlots(key.accountId, [3]))[0]?.lastSendAt).toBe(toIso(noon + 3 * MINUTE_MS));
});

test("a worker that connects for longer than the gap has lost the mailbox to the next", async () => {
  const key = await slotWith(5);
  const noon = Date.parse("2026-03-02T12:00:00Z");
  await takeSendSlot(key, at(noon));
  expect(await delaySlot(key, toIso(noon), toIso(noon + MINUTE_MS))).toBe(true);
  expect((await takeSendSlot(key, at(noon + 3 * MINUTE_MS))).refusal).toBe("gap");
  expect((await takeSendSlot(key, at(noon + 4 * MINUTE_MS))).refusal).toBeUndefined();
  expect(await delaySlot(key, toIso(noon + MINUTE_MS), toIso(noon + 5 * MINUTE_MS))).toBe(false);
});
