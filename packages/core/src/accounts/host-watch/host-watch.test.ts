import { commit } from "@thaw/data/transact";
import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import type { HostWatch } from "./host-watch.entity.ts";
import { endTurn, forgetHost, roundOf, takeTurn, watchHost } from "./host-watch.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const TOMORROW = { inMs: DAY_MS, tries: 1 };

await cloudOfFile();

async function watched() {
  const host = `outreach.${crypto.randomUUID()}.example`;
  const change = () => commit([watchHost(host, "agency")]);
  await change();
  return { host, change };
}

async function taken(host: string): Promise<HostWatch> {
  const turn = await takeTurn(host);
  if (!turn) throw new Error("It is not time");
  return turn;
}

test("a host that changed during a check is due at once, whatever the check found", async () => {
  using _clock = stoppedClock(MONDAY);
  const { host, change } = await watched();
  const turn = await taken(host);
  await change();
  await endTurn(turn, TOMORROW);
  await endTurn(await taken(host), TOMORROW);
  expect(await takeTurn(host)).toBeUndefined();
});

test("a host that someone took again while it was given up is not forgotten", async () => {
  using _clock = stoppedClock(MONDAY);
  const { host, change } = await watched();
  const turn = await taken(host);
  await change();
  await forgetHost(turn);
  expect(await roundOf(host)).toBe(2);
  await forgetHost(await taken(host));
  expect(await roundOf(host)).toBeUndefined();
});

test("a worker that ends too late does not take the turn of one that came after a change", async () => {
  using clock = stoppedClock(MONDAY);
  const { host, change } = await watched();
  const late = await taken(host);
  clock.move(3 * MINUTE_MS);
  await change();
  await taken(host);
  await endTurn(late, TOMORROW);
  expect(await takeTurn(host)).toBeUndefined();
});
