import { client } from "@thaw/data/table";
import { commit, commitIfExpected } from "@thaw/data/transact";
import { expect, onTestFinished, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { giveCreditBack, readLeadCredits, releaseCredits, takeCredits } from "./lead-credit.ts";

await cloudOfFile();

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** An account three leads of which were contacted and deleted, two of them in February. */
async function withDeleted() {
  const actor = testActor();
  const { accountId } = actor;
  await commit([takeCredits(accountId, { credits: 5, leads: 5, limit: NO_LIMIT })]);
  for (const day of ["2026-02-27", "2026-02-28", "2026-03-01"]) {
    await commit(giveCreditBack(accountId, true, day));
  }
  return { actor, accountId };
}

test("credits of an earlier month are freed once, however many runs free them at the same moment", async () => {
  const { accountId } = await withDeleted();
  expect(await readLeadCredits(accountId)).toEqual({ used: 5, leads: 2 });
  const release = () => releaseCredits(accountId, "2026-03-01");
  await Promise.all([release(), release(), release()]);
  await release();
  expect(await readLeadCredits(accountId)).toEqual({ used: 3, leads: 2 });
  await releaseCredits(accountId, "2026-04-01");
  expect(await readLeadCredits(accountId)).toEqual({ used: 2, leads: 2 });
});

test("credits are taken up to the limit, and of several at once none that would exceed it", async () => {
  const { accountId } = testActor();
  const take = (credits: number, limit: number) =>
    commitIfExpected([takeCredits(accountId, { credits, leads: 0, limit })]);
  expect(await take(6, 5)).toBe(false);
  expect(await take(4, 5)).toBe(true);
  expect(await take(2, 5)).toBe(false);
  expect(await take(1, 5)).toBe(true);
  expect(await readLeadCredits(accountId)).toMatchObject({ used: 5 });
});

test("freeing credits reads nothing else of the account", async () => {
  const { actor, accountId } = await withDeleted();
  for (const name of ["Spring", "Summer", "Autumn"]) await createCampaign(actor, { name });
  let read = 0;
  const stop = client.intercept(async (action, input, next) => {
    const found = await next(input);
    if (action === "Query") read += (found as { ScannedCount?: number }).ScannedCount ?? 0;
    return found;
  });
  onTestFinished(stop);
  await releaseCredits(accountId, "2026-02-28");
  // Those of the 27th, and of the day up to which it goes.
  expect(read).toBe(2);
});
