import { expect, test } from "vitest";
import { later } from "../../../../../tests/support/clock.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { userIds } from "../../accounts/user/user-record.ts";
import { type Actor, systemActor } from "../../actor.ts";
import { DAY_MS } from "../../duration.ts";
import { AppError } from "../../error.ts";
import { answerOnce } from "./idempotency.ts";

async function caller(): Promise<Actor> {
  const userId = await userIds.next("global");
  return { ...systemActor(userId), userId };
}

const request = (changes: object = {}) => ({
  key: crypto.randomUUID(),
  method: "POST",
  address: "/api/tags",
  body: '{"name":"Hot"}',
  ...changes,
});

/** Work that answers with how often it was done. */
function counted() {
  let runs = 0;
  const work = async () => {
    runs += 1;
    return { status: 201, body: `{"run":${runs}}` };
  };
  return { work, runs: () => runs };
}

test("the same request under the same key runs once and gets the same answer", async () => {
  const actor = await caller();
  const { work, runs } = counted();
  const first = request();
  const answer = { status: 201, body: '{"run":1}' };
  expect(await answerOnce(actor, first, work)).toEqual({ ...answer, isRepeated: false });
  expect(await answerOnce(actor, first, work)).toEqual({ ...answer, isRepeated: true });
  expect(runs()).toBe(1);
});

test("of five identical requests at once one runs and the others get 409", async () => {
  const actor = await caller();
  const { work, runs } = counted();
  const same = request();
  using _race = raceWrites(5);
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => answerOnce(actor, same, work)),
  );
  expect(runs()).toBe(1);
  const answered = results.flatMap((one) => (one.status === "fulfilled" ? [one.value.body] : []));
  const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason.status] : []));
  expect(new Set(answered)).toEqual(new Set(['{"run":1}']));
  expect([...new Set(refused)]).toEqual(refused.length > 0 ? [409] : []);
});

test("while the first runs, the same request gets 409", async () => {
  const actor = await caller();
  const same = request();
  const inner = await answerOnce(actor, same, async () => {
    const second = answerOnce(actor, same, counted().work);
    await expect(second).rejects.toMatchObject({ status: 409, code: "conflict" });
    return { status: 200, body: "{}" };
  });
  expect(inner.isRepeated).toBe(false);
});

test.each([
  ["body", { body: '{"name":"Cold"}' }],
  ["address", { address: "/api/tasks" }],
  ["method", { method: "PATCH" }],
])("the same key with another %s gets 422 and does nothing", async (_what, change) => {
  const actor = await caller();
  const { work, runs } = counted();
  const first = request();
  await answerOnce(actor, first, work);
  const other = answerOnce(actor, { ...first, ...change }, work);
  await expect(other).rejects.toMatchObject({ status: 422, code: "key_reused" });
  expect(runs()).toBe(1);
});

test("keys are their caller's own: another person's and an API key's are other ones", async () => {
  const actor = await caller();
  const { work, runs } = counted();
  const same = request();
  await answerOnce(actor, same, work);
  await answerOnce(await caller(), same, work);
  await answerOnce({ ...actor, apiKeyId: 1 }, same, work);
  await answerOnce({ ...actor, apiKeyId: 2 }, same, work);
  expect(runs()).toBe(4);
});

test("a refusal frees the key: the request can be mended and sent again", async () => {
  const actor = await caller();
  const first = request();
  const refuse = () => Promise.reject(new AppError("invalid", "missing.tag"));
  await expect(answerOnce(actor, first, refuse)).rejects.toMatchObject({ code: "invalid" });
  const { work } = counted();
  expect(await answerOnce(actor, { ...first, body: "{}" }, work)).toMatchObject({ status: 201 });
});

test("after 24 hours a key is as new", async () => {
  const actor = await caller();
  const { work, runs } = counted();
  const same = request();
  await answerOnce(actor, same, work);
  {
    using _before = later(DAY_MS - 1000);
    await answerOnce(actor, same, work);
    expect(runs()).toBe(1);
  }
  using _after = later(DAY_MS + 1000);
  await answerOnce(actor, { ...same, body: "{}" }, work);
  expect(runs()).toBe(2);
});

test("a request whose process died is done again by who repeats it, a minute later", async () => {
  const actor = await caller();
  const same = request();
  let end = (_answer: { status: number; body: string }) => {};
  let dead: Promise<unknown> = Promise.resolve();
  await new Promise<void>((isBegun) => {
    dead = answerOnce(actor, same, () => {
      isBegun();
      return new Promise((resolve) => {
        end = resolve;
      });
    });
  });
  const { work, runs } = counted();
  await expect(answerOnce(actor, same, work)).rejects.toMatchObject({ code: "conflict" });
  {
    using _later = later(61_000);
    const other = answerOnce(actor, { ...same, body: "{}" }, work);
    await expect(other).rejects.toMatchObject({ code: "key_reused" });
    expect(await answerOnce(actor, same, work)).toMatchObject({ isRepeated: false });
  }
  end({ status: 200, body: '{"late":true}' });
  await dead;
  expect(runs()).toBe(1);
  expect(await answerOnce(actor, same, work)).toMatchObject({ body: '{"run":1}' });
});

test("an answer that is too long to be kept is not done again", async () => {
  const actor = await caller();
  const long = request();
  const body = "x".repeat(400_000);
  expect((await answerOnce(actor, long, async () => ({ status: 200, body }))).body).toBe(body);
  await expect(answerOnce(actor, long, counted().work)).rejects.toMatchObject({ status: 409 });
});

test.each(["", "with space", "ü", "x".repeat(256)])("the key %j is refused", async (key) => {
  const refused = answerOnce(await caller(), request({ key }), counted().work);
  await expect(refused).rejects.toMatchObject({ status: 400 });
});
