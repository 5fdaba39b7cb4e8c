import { setPlan } from "@thaw/core/accounts/subscription-plan/set-plan";
import { systemActor } from "@thaw/core/actor";
import { now } from "@thaw/core/clock";
import { checkAccess } from "@thaw/core/erasure/lapsed-account/end-access";
import { sqsEvent } from "@thaw/local/events";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { stoppedClock } from "../../../../tests/support/clock.ts";
import { startCloud } from "../../../../tests/support/cloud.ts";
import { takeMessage } from "../../../../tests/support/queued-jobs.ts";
import { testUser } from "../../../../tests/support/user.ts";
import { handler } from "./erase.ts";

const handle = (event: SQSEvent) =>
  handler(event, {} as Context, () => undefined) as Promise<SQSBatchResponse>;

test("the tick that shuts an account queues its deletion, whose jobs end with the last mail", async () => {
  await using cloud = await startCloud();
  // Later than the clocks of all other tests, whose ticks work on every account that is due.
  using clock = stoppedClock("2036-03-03T09:00:00.000Z");
  const { accountId, email } = await testUser("owner", "glacier-2026");
  const end_date = "2036-04-01T00:00:00.000Z";
  await setPlan(systemActor(accountId), { plan_type: "PRO", is_sub: false, end_date });
  for (const day of ["2036-05-31", "2036-06-23", "2036-06-30"]) {
    clock.set(`${day}T00:00:00.000Z`);
    await checkAccess(accountId, now());
  }
  const [first] = await takeMessage(cloud, "erase");
  expect(JSON.parse(first?.Body ?? "")).toEqual({ kind: "account", accountId });
  const event = sqsEvent("erase", first ? [first] : []);
  expect(await handle(event)).toEqual({ batchItemFailures: [] });
  // The next one is held back until the account has settled: a repeat of the first does its work by then.
  clock.move(15 * 60_000);
  expect(await handle(event)).toEqual({ batchItemFailures: [] });
  const subjects = (await cloud.mails())
    .filter(({ destination }) => destination.to.includes(email))
    .map(({ subject }) => subject);
  expect(subjects.at(-1)).toBe("Your data was deleted");
});
