import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { takePolls, tickMinutes } from "../../../../../tests/support/queued-polls.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { deleteMailbox } from "../../senders/mailbox/mailbox-delete.ts";
import { recordTrouble } from "../../senders/mailbox/mailbox-health.ts";
import { queueDuePolls } from "./queue-due-polls.ts";
import { refreshInbox } from "./refresh-inbox.ts";

const START = "2026-03-02T09:00:20.000Z";
const cloud = await cloudOfFile();

async function begun(mailboxes: number) {
  const clock = stoppedClock(START);
  const { actor, mailboxIds } = await makeWorld({ smtpPort: 1, leads: 0, mailboxes, start: false });
  const { accountId } = actor;
  const ticked = (minutes: number) => tickMinutes(cloud, { accountId, clock }, minutes);
  // The first tick may have minutes before it to make up for.
  await ticked(1);
  return { actor, accountId, mailboxIds, clock, ticked, [Symbol.dispose]: clock[Symbol.dispose] };
}

/** Of an account, 25 are read in one minute. */
const FIVE_MINUTES = 125;

test("each mailbox has its own minute of every five, and no minute gets them all", async () => {
  using it = await begun(FIVE_MINUTES);
  const first = await it.ticked(5);
  const second = await it.ticked(5);
  const ids = (jobs: typeof first) => jobs.map(({ mailboxId }) => mailboxId).toSorted(byNumber);
  expect(ids(first)).toEqual(it.mailboxIds.toSorted(byNumber));
  expect(second.map(({ mailboxId, minute }) => [mailboxId, minute - 5])).toEqual(
    first.map(({ mailboxId, minute }) => [mailboxId, minute]),
  );
  const start = first[0]?.minute ?? 0;
  const counts = [0, 1, 2, 3, 4].map(
    (after) => first.filter(({ minute }) => minute - start === after).length,
  );
  expect(counts).toEqual([25, 25, 25, 25, 25]);
});

test("a tick that comes twice queues nothing more, and minutes that no tick saw are made up for", async () => {
  using it = await begun(FIVE_MINUTES);
  expect(await it.ticked(1)).toHaveLength(25);
  await queueDuePolls();
  expect(await takePolls(cloud, it.accountId)).toEqual([]);
  it.clock.move(2 * MINUTE_MS);
  expect(await it.ticked(1)).toHaveLength(75);
  it.clock.move(HOUR_MS);
  expect(await it.ticked(1)).toHaveLength(FIVE_MINUTES);
  it.clock.move(-600 * MINUTE_MS);
  expect(await it.ticked(1)).toHaveLength(FIVE_MINUTES);
});

test("a mailbox whose login is refused three times is queued no more, nor one that is deleted", async () => {
  using it = await begun(3);
  const { accountId } = it;
  const [lost = 0, gone = 0, stays] = it.mailboxIds;
  for (let failure = 0; failure < 3; failure++) {
    expect(await it.ticked(5)).toHaveLength(3);
    const refusal = { kind: "mailbox-auth", text: "535 no" } as const;
    await recordTrouble({ accountId, mailboxId: lost }, "IMAP", refusal);
  }
  await deleteMailbox(it.actor, { mailbox_id: gone });
  expect((await it.ticked(5)).map(({ mailboxId }) => mailboxId)).toEqual([stays]);
});

test("a user who asks for new mail gets a poll at once, but not one with every click", async () => {
  using it = await begun(2);
  await Promise.all([refreshInbox(it.actor, {}), refreshInbox(it.actor, {})]);
  expect(await takePolls(cloud, it.accountId)).toHaveLength(2);
  it.clock.move(MINUTE_MS);
  await refreshInbox(it.actor, {});
  const jobs = await takePolls(cloud, it.accountId);
  expect(jobs.map(({ cycle }) => cycle)).toEqual([undefined, undefined]);
});

const byNumber = (a: number, b: number) => a - b;
