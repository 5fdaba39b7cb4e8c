import { expect, test } from "vitest";
import { beginIn, jobIn, messageIn, planRun } from "../../../../../tests/support/campaign-run.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { makeSinkWorld } from "../../../../../tests/support/sink-world.ts";
import { now, toIso } from "../../clock.ts";
import { HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { pollMailboxes } from "../../inbox/poll/poll-mailboxes.ts";
import { readMailFlow, takeMeasured } from "../../kernel/mail-flow/mail-flow.ts";
import type { Metric } from "../../kernel/mail-flow/metric.ts";
import { cycleAt } from "../../senders/mailbox/mailbox-poll.ts";
import { sendBatch } from "./send-batch.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** What is measured from here on. */
function sinceNow() {
  takeMeasured();
  return (metric: Metric) => takeMeasured().get(metric) ?? [];
}

test("an email that leaves is measured with its lateness, counted from the slot that it was planned for [OPS-15]", async () => {
  await using it = await makeSinkWorld(MONDAY);
  await planRun(it.world);
  it.clock.move(4 * MINUTE_MS);
  takeMeasured();
  await sendBatch([jobIn(it.world)]);
  const measured = takeMeasured();
  expect(measured.get("Sent")).toEqual([1]);
  expect(measured.get("LatenessSeconds")).toEqual([240]);
  expect(readMailFlow().state).toBe("flows");
});

test("a login that is refused is measured, and an email of it is none that left [OPS-15]", async () => {
  await using it = await makeSinkWorld(MONDAY, {}, { password: "another one" });
  await planRun(it.world);
  it.clock.move(MINUTE_MS);
  takeMeasured();
  await sendBatch([jobIn(it.world)]);
  const measured = takeMeasured();
  expect(measured.get("RefusedLogins")).toEqual([1]);
  expect(measured.get("Sent")).toBeUndefined();
});

test("an email that is planned and does not leave is due for as long as its slot is over, and one that leaves is not [OPS-15]", async () => {
  await using it = await makeSinkWorld(MONDAY);
  const measured = sinceNow();
  await planRun(it.world);
  expect(measured("OldestDueSeconds")).toEqual([]);
  it.clock.move(20 * MINUTE_MS);
  await planRun(it.world);
  expect(measured("OldestDueSeconds")).toEqual([1200]);
  await sendBatch([jobIn(it.world)]);
  it.clock.move(6 * MINUTE_MS);
  takeMeasured();
  await planRun(it.world);
  expect(measured("OldestDueSeconds")).toEqual([]);
});

test("an email whose outcome stays unknown is measured, and so are the mailboxes of a job that the next one overtook [OPS-15]", async () => {
  await using it = await makeSinkWorld(MONDAY);
  const { world, clock } = it;
  const { accountId } = world.actor;
  await planRun(world);
  // Its worker died two days ago, and its mailbox cannot be asked what it sent.
  expect(await beginIn(world, { fence: "dead", leaseUntil: toIso(now()) })).toBe(true);
  clock.move(48 * HOUR_MS);
  takeMeasured();
  await sendBatch([{ ...jobIn(world), isBegun: true }]);
  expect((await messageIn(world))?.status).toBe("UNKNOWN");
  const measured = takeMeasured();
  expect(measured.get("UnknownOutcomes")).toEqual([1]);
  expect(measured.get("Sent")).toBeUndefined();

  const mailboxes = [1, 2, 3].map((mailboxId) => ({ accountId, mailboxId }));
  const cycle = cycleAt(Date.parse(MONDAY));
  await pollMailboxes({ mailboxes, cycle }, AbortSignal.timeout(1_000));
  expect(takeMeasured().get("OvertakenPolls")).toEqual([3]);
});
