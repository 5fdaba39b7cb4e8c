import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { toIso } from "../../clock.ts";
import { HOUR_MS } from "../../duration.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { readSlots } from "../send-slot/send-slot.ts";
import { getMailbox } from "./mailbox.ts";
import { recordSenderRefusal } from "./sender-refusals.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const BLOCKED = "550 5.7.1 Client host blocked";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

async function start() {
  await using sink = await startSink();
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  const [mailboxId = 0] = world.mailboxIds;
  const key = { accountId: world.actor.accountId, mailboxId };
  return {
    refuse: (name: string, at: IsoInstant = MONDAY) =>
      recordSenderRefusal(key, { key: name, at, text: BLOCKED }),
    closedUntil: async () => (await readSlots(key.accountId, [mailboxId]))[0]?.closedUntil,
    failures: async () => (await getMailbox(world.actor, { mailbox_id: mailboxId })).failures,
  };
}

test("the fifth mail within a day that is refused for its sender pauses the mailbox for a day and says why, once", async () => {
  using _clock = stoppedClock(MONDAY);
  const { refuse, closedUntil, failures } = await start();
  for (const name of ["a", "b", "c", "d", "d", "a"]) await refuse(name);
  expect(await closedUntil()).toBeUndefined();
  expect(await failures()).toEqual([]);
  await Promise.all([refuse("e"), refuse("e"), refuse("e")]);
  expect(await closedUntil()).toBe("2026-03-03T09:00:00.000Z");
  expect(await failures()).toMatchObject([{ protocol: "SMTP", message: BLOCKED }]);
});

test("refusals that are noted at the same time are all counted", async () => {
  using _clock = stoppedClock(MONDAY);
  const { refuse, closedUntil } = await start();
  await Promise.all(["a", "b", "c", "d", "e"].map((name) => refuse(name)));
  expect(await closedUntil()).toBeDefined();
});

test("refusals more than a day apart do not add up, and a pause restarts the count", async () => {
  using clock = stoppedClock(MONDAY);
  const { refuse, closedUntil } = await start();
  const at = (hours: number) => toIso(Date.parse(MONDAY) + hours * HOUR_MS);
  for (let index = 0; index < 8; index++) {
    clock.set(at(index * 7));
    await refuse(`slow${index}`, at(index * 7));
  }
  expect(await closedUntil()).toBeUndefined();
  clock.set(at(100));
  for (const name of ["a", "b", "c", "d", "e"]) await refuse(name, at(100));
  const end = await closedUntil();
  expect(end).toBe(at(124));
  for (const name of ["f", "g", "h", "i"]) await refuse(name, at(101));
  expect(await closedUntil()).toBe(end);
});

test("a report that comes late about an old mail pauses nothing", async () => {
  using clock = stoppedClock(MONDAY);
  const { refuse, closedUntil } = await start();
  clock.set("2026-03-10T09:00:00.000Z");
  for (const name of ["a", "b", "c", "d", "e"]) await refuse(name);
  expect(await closedUntil()).toBeUndefined();
});
