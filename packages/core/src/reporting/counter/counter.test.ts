import { expect, test } from "vitest";
import { countCapacity } from "../../../../../tests/bench/support/capacity.ts";
import { testActor } from "../../../../../tests/support/actor.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import {
  type CountedEvent,
  countEvents,
  readDays,
  readMailboxTotals,
  readTotals,
  tally,
} from "./counter.ts";

const sent = (accountId: number, id: string, day = "2026-03-02"): CountedEvent => ({
  id,
  accountId,
  campaignId: 7,
  kind: "sent",
  countedOn: day,
  step: 1,
  variant: "A",
});

test("an event that is delivered again is counted once", async () => {
  const { accountId } = testActor();
  const first = [sent(accountId, "a"), sent(accountId, "b")];
  await countEvents(first);
  await countEvents([...first, sent(accountId, "c")]);
  expect(await readTotals(accountId, [7])).toEqual([{ sent: 3, "sent.1.A": 3, contacted: 3 }]);
});

test("a batch that comes again is counted once, however many events of another day went into its row since", async () => {
  const { accountId } = testActor();
  // Replies of later days count on the day of the send.
  const of = (day: string, id: string): CountedEvent => ({ ...sent(accountId, id), day });
  const batch = Array.from({ length: 100 }, (_, index) => of("2026-03-03", `a${index}`));
  await countEvents(batch);
  for (let index = 0; index < 50; index++) await countEvents([of("2026-03-04", `b${index}`)]);
  await countEvents(batch);
  expect((await readTotals(accountId, [7]))[0]?.sent).toBe(150);
});

test("a row that was read too old is read again as it is now", async () => {
  const { accountId } = testActor();
  const capacity = countCapacity();
  {
    using _both = raceWrites(4);
    await Promise.all(["a", "b"].map((id) => countEvents([sent(accountId, id)])));
  }
  // Four reads that may be old, at half a unit, and one of each of the two rows that is not.
  expect(capacity.readUnits).toBe(4);
});

test("batches that are counted at the same time lose nothing", async () => {
  const { accountId } = testActor();
  const batches = Array.from({ length: 8 }, (_, batch) =>
    Array.from({ length: 10 }, (_, index) => sent(accountId, `${batch}-${index}`)),
  );
  await Promise.all(batches.map((batch) => countEvents(batch)));
  const [total] = await readTotals(accountId, [7]);
  expect(total).toEqual(tally(batches.flat()));
});

test("events are counted under the day of the send that they belong to", async () => {
  const { accountId } = testActor();
  await countEvents([sent(accountId, "a"), sent(accountId, "b", "2026-03-04")]);
  const days = await readDays(accountId, 7, { from: "2026-03-03", to: "2026-03-31" });
  expect(days.map(({ day, counts }) => [day, counts.sent])).toEqual([["2026-03-04", 1]]);
});

test("what is refused is counted by who has to act: for campaign, variant and mailbox; what arrives costs the mailbox nothing", async () => {
  const { accountId } = testActor();
  const refused = { ...sent(accountId, "b"), kind: "bounced" as const, mailboxId: 3 };
  const events: CountedEvent[] = [
    { ...sent(accountId, "a"), mailboxId: 3 },
    { ...refused, cause: "sender" },
    { ...refused, id: "c", cause: "message" },
  ];
  await countEvents(events);
  await countEvents(events);
  const [campaign] = await readTotals(accountId, [7]);
  expect(campaign).toMatchObject({
    sent: 1,
    bounced: 2,
    "bounced-sender": 1,
    "bounced-message.1.A": 1,
  });
  expect(await readMailboxTotals(accountId, 3)).toEqual({
    bounced: 2,
    "bounced.1.A": 2,
    "bounced-sender": 1,
    "bounced-sender.1.A": 1,
    "bounced-message": 1,
    "bounced-message.1.A": 1,
  });
});

test("an event may count for several", async () => {
  const { accountId } = testActor();
  await countEvents([
    { ...sent(accountId, "import"), kind: "leads-added", step: undefined, amount: 120 },
  ]);
  expect(await readTotals(accountId, [7])).toEqual([{ "leads-added": 120 }]);
});

test("an event that comes alone costs at most two write units, however many came before it and whichever campaigns are active [OPS-07]", async () => {
  const { accountId } = testActor();
  const capacity = countCapacity();
  const campaigns = Array.from({ length: 4 }, (_, index) => index + 1);
  // As many of each campaign as make what is remembered of them as long as it gets.
  for (let index = 0; index < 110; index++) {
    for (const campaignId of campaigns) {
      await countEvents([
        { ...sent(accountId, `${campaignId}-${index}`), campaignId, step: 1 + (index % 3) },
      ]);
    }
  }
  expect(capacity.writeUnits / 440).toBe(2);
  expect(capacity.readUnits / 440).toBeLessThanOrEqual(1);
});
