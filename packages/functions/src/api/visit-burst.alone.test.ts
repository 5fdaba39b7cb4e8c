import { now } from "@thaw/core/clock";
import { MINUTE_MS } from "@thaw/core/duration";
import { signTracking } from "@thaw/core/engine/tracking/tracking-token";
import { noteVisit, type Visitor } from "@thaw/core/engine/tracking/visit-burst";
import { readTotals } from "@thaw/core/reporting/counter/counter";
import { projectEvents } from "@thaw/core/reporting/counter/project-events";
import { readEventImage } from "@thaw/core/reporting/event/event-image";
import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { messageIn, sendIdIn } from "../../../../tests/support/campaign-run.ts";
import { readTable } from "../../../../tests/support/every-entity.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import {
  eventsOf,
  leadOf,
  PERSON,
  sent,
  visit,
} from "../../../../tests/support/tracked-campaign.ts";
import type { World } from "../../../../tests/support/world.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** Whether a program is at too many mails with one that nobody knows. */
const isBurst = async (visitor: Visitor, sendId: string) =>
  (await noteVisit(visitor, { at: now(), accountId: 1, sendId, kind: "open" })).isBurst;

test("a program that is at more than twenty mails within ten seconds is no person, by whatever name [CAMP-46]", async () => {
  await using it = await sent({ settings: { stop_on_open: true } });
  const scanner = { userAgent: PERSON, ip: "192.0.2.7" };
  const opens = (ip: string) =>
    visit(it.links.open, PERSON, { headers: { "x-forwarded-viewer": ip } });
  for (let mail = 0; mail < 20; mail++) {
    expect(await isBurst(scanner, `other${mail}`)).toBe(false);
    it.clock.move(400);
  }
  await opens("192.0.2.8");
  expect(await leadOf(it.world)).toMatchObject({ status: "INPROGRESS" });
  expect(await eventsOf(it.world)).toEqual(["machine-opened"]);
  // Someone elsewhere with the same mail program is a person.
  await opens("198.51.100.7");
  expect(await leadOf(it.world)).toMatchObject({ status: "STOPPED", stopReason: "open" });
  it.clock.move(10_000);
  expect(await isBurst(scanner, "other0")).toBe(false);
});

/** A scanner that has been at nineteen mails of others, and the visits of it to ours. */
function scannerOf({ actor, ...world }: World, ip: string) {
  const { accountId } = actor;
  const visitor = { userAgent: PERSON, ip };
  const headers = { "x-forwarded-viewer": ip };
  const token = (lead: number) => ({ accountId, sendId: sendIdIn({ actor, ...world }, lead) });
  return {
    open: (lead: number) =>
      visit(`/o/${signTracking({ kind: "open", ...token(lead) })}.gif`, PERSON, { headers }),
    click: (lead: number) => {
      const url = "https://example.com/";
      return visit(`/c/${signTracking({ kind: "click", ...token(lead), url })}`, PERSON, {
        headers,
      });
    },
    async beAtOthers() {
      for (let mail = 0; mail < 19; mail++) await isBurst(visitor, `scanned${mail}`);
    },
  };
}

/** What the stream makes of the events so far. */
async function figuresOf({ actor, campaignId }: World) {
  const rows = await readTable();
  const events = rows.filter(
    (row) => row.__edb_e__ === "event" && row.accountId === actor.accountId,
  );
  await projectEvents(events.map(readEventImage));
  const [counts = {}] = await readTotals(actor.accountId, [campaignId]);
  return [counts.opened, counts["opened.1.A"], counts.clicked];
}

test("the first twenty visits of a burst are no person's either: their counts are reverted, and leads that they stopped go on [CAMP-46]", async () => {
  await using it = await sent({ leads: 2, settings: { stop_on_open: true, stop_on_click: true } });
  const scanner = scannerOf(it.world, "192.0.2.30");
  await scanner.open(0);
  await scanner.click(0);
  expect(await leadOf(it.world)).toMatchObject({ status: "STOPPED", stopReason: "open" });
  expect(await figuresOf(it.world)).toEqual([1, 1, 1]);
  it.clock.move(1_000);
  await scanner.beAtOthers();
  expect((await messageIn(it.world))?.openedAt).toBeDefined();
  await scanner.open(1);
  expect(await messageIn(it.world)).not.toHaveProperty("openedAt");
  expect(await messageIn(it.world)).not.toHaveProperty("clickedAt");
  expect(await figuresOf(it.world)).toEqual([0, 0, 0]);
  for (const lead of [0, 1]) {
    expect(await leadOf(it.world, lead)).toMatchObject({ status: "INPROGRESS", nextStep: 2 });
  }
  // The person who reads the mail afterwards is the first who does.
  it.clock.move(MINUTE_MS);
  await scanner.open(0);
  expect(await figuresOf(it.world)).toEqual([1, 1, 0]);
  expect(await leadOf(it.world)).toMatchObject({ status: "STOPPED", stopReason: "open" });
});

test("what a person opened before a program came by stays opened", async () => {
  await using it = await sent({ leads: 2, settings: { stop_on_open: true } });
  const person = scannerOf(it.world, "198.51.100.40");
  const scanner = scannerOf(it.world, "192.0.2.40");
  await person.open(0);
  it.clock.move(1_000);
  await scanner.open(0);
  await scanner.beAtOthers();
  await scanner.open(1);
  expect(await figuresOf(it.world)).toEqual([1, 1, undefined]);
  expect(await leadOf(it.world)).toMatchObject({ status: "STOPPED", stopReason: "open" });
});

test("a visit that is recorded while its burst is noticed reverts itself", async () => {
  await using it = await sent({ leads: 2 });
  const scanner = scannerOf(it.world, "192.0.2.50");
  let isNoticed = false;
  const stop = client.intercept(async (action, input, next) => {
    if (action === "TransactWriteItems" && !isNoticed) {
      isNoticed = true;
      await scanner.beAtOthers();
      await scanner.open(1);
    }
    return next(input);
  });
  await scanner.open(0);
  stop();
  expect(isNoticed).toBe(true);
  expect(await messageIn(it.world)).not.toHaveProperty("openedAt");
  expect((await figuresOf(it.world))[0]).toBe(0);
});

test("one mail that is opened again and again in ten seconds makes nobody a program", async () => {
  const reader = { userAgent: PERSON, ip: "192.0.2.9" };
  for (let look = 0; look < 25; look++) expect(await isBurst(reader, "one")).toBe(false);
});
