import { randomInt } from "node:crypto";
import { commit, TransactionRefused } from "@thaw/data/transact";
import { expect, test } from "vitest";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { giveCreditBack, readLeadCredits, takeCredits } from "./lead-credit.ts";
import {
  claimQuotaWarning,
  giveMailsBack,
  type MonthlyQuota,
  monthlyQuotaOf,
  openMonth,
  readMonthlyLeft,
  takeMails,
} from "./monthly-quota.ts";

const AT = Date.parse("2026-03-10T12:00:00.000Z");

const quota = (limit: number): MonthlyQuota => ({
  accountId: randomInt(1, 2 ** 40),
  limit,
  startsAt: "2026-03-01T00:00:00.000Z",
  endsAt: "2026-04-01T00:00:00.000Z",
});

const refusals = (results: PromiseSettledResult<unknown>[]) =>
  results.filter((one) => one.status === "rejected" && one.reason instanceof TransactionRefused)
    .length;

test("of concurrent senders as many succeed as the month has room for", async () => {
  const month = quota(5);
  using _race = raceWrites(8, /^TransactWrite/);
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => commit([takeMails(month)])),
  );
  expect(refusals(results)).toBe(3);
  expect(await readMonthlyLeft(month)).toBe(0);
});

test("a mail that did not leave after all makes room for another", async () => {
  const month = quota(1);
  await commit([takeMails(month)]);
  await expect(commit([takeMails(month)])).rejects.toThrow(TransactionRefused);
  await commit([giveMailsBack(month)]);
  expect(await readMonthlyLeft(month)).toBe(1);
  await commit([takeMails(month)]);
});

test("more than the whole limit is refused at once, and without a limit nothing is", async () => {
  await expect(commit([takeMails(quota(2), 3)])).rejects.toThrow(TransactionRefused);
  const endless = quota(Number.POSITIVE_INFINITY);
  await commit([takeMails(endless, 1_000_000)]);
  expect(await readMonthlyLeft(endless)).toBe(Number.POSITIVE_INFINITY);
});

test("a new month begins with the whole limit", async () => {
  const month = quota(2);
  await commit([takeMails(month, 2)]);
  expect(await readMonthlyLeft({ ...month, startsAt: month.endsAt })).toBe(2);
});

test("an account without a paid plan has the trial's limit", async () => {
  expect(await monthlyQuotaOf(randomInt(1, 2 ** 40), AT)).toMatchObject({
    limit: 2500,
    startsAt: "2026-03-01T00:00:00.000Z",
  });
});

test("at four fifths of the month's mails exactly one of many workers warns the owner", async () => {
  const month = quota(10);
  await commit([takeMails(month, 7)]);
  expect(await claimQuotaWarning(month, AT)).toBe(false);
  await commit([takeMails(month)]);
  const claims = await Promise.all(Array.from({ length: 4 }, () => claimQuotaWarning(month, AT)));
  expect(claims.filter(Boolean)).toHaveLength(1);
});

test("a new month frees the credits of contacted leads that were deleted before it, once", async () => {
  const month = quota(10);
  const { accountId } = month;
  await commit([takeCredits(accountId, { credits: 9, leads: 9, limit: 10 })]);
  for (const day of ["2026-02-27", "2026-02-27", "2026-02-27", "2026-03-02"]) {
    await commit(giveCreditBack(accountId, true, day));
  }
  await Promise.all([openMonth(month, AT), openMonth(month, AT)]);
  await openMonth(month, AT);
  expect(await readLeadCredits(accountId)).toEqual({ used: 6, leads: 5 });
  await openMonth({ ...month, startsAt: month.endsAt }, AT);
  expect(await readLeadCredits(accountId)).toEqual({ used: 5, leads: 5 });
});
