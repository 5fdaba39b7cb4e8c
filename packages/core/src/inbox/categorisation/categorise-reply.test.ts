import { expect, test } from "vitest";
import { messageIn, runAndSend, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { startLanguageModel, type TestModel } from "../../../../../tests/support/language-model.ts";
import { makeSinkWorld } from "../../../../../tests/support/sink-world.ts";
import type { World } from "../../../../../tests/support/world.ts";
import { createCategory } from "../../accounts/category/category.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { MINUTE_MS } from "../../duration.ts";
import { findSuppressed } from "../../leads/suppression/suppression.ts";
import { readEvents } from "../../reporting/event/event.ts";
import { listThreads, setCategory } from "../thread/thread.ts";
import { getThread } from "../thread/thread-detail.ts";
import { setAccountCategorisation, setCampaignCategorisation } from "./categorisation.ts";
import { categoriseReply } from "./categorise-reply.ts";
import { categoriseJobOf } from "./queue-replies.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** A campaign that a lead has got mail of, and a language model. */
async function begun() {
  const it = await makeSinkWorld(MONDAY);
  const model = await startLanguageModel();
  await runAndSend(it.world, it.clock, 4);
  return {
    ...it,
    model,
    async [Symbol.asyncDispose]() {
      await model[Symbol.asyncDispose]();
      await it[Symbol.asyncDispose]();
    },
  };
}

/** The lead answers; gives the job that the table's stream makes of it. */
async function answered(world: World, text: string, headers: string[] = []) {
  const { accountId } = world.actor;
  await receive(world, {
    from: "lead0@prospect.example",
    answers: messageIdOf(sendIdIn(world), "sender0@sender.example"),
    text,
    headers,
  });
  const [thread] = (await listThreads(world.actor, { folder: "inbox" })).items;
  if (!thread) throw new Error("No conversation is in Inbox");
  const { id: threadId } = thread;
  const { messages } = await getThread(world.actor, { thread_id: threadId });
  const [at = "", messageKey = ""] = messages.at(-1)?.id.split("|") ?? [];
  return { accountId, threadId, at, messageKey, try: 0 };
}

const categoryOf = async ({ actor }: World, thread_id: number) =>
  (await getThread(actor, { thread_id })).category_id;
const sentTo = ({ requests }: TestModel) => requests.map(({ body }) => body.messages);

test("a mode decides what the model is asked: nothing, every category, or the account's own rules [CAT-12]", async () => {
  await using it = await begun();
  const { world, model, clock } = it;
  const { actor, campaignId: campaign_id } = world;
  const { id: later } = await createCategory(actor, {
    name: "Maybe later",
    sentiment: "neutral",
    color: "blue",
  });
  model.answer = '{"category_id": 1}';
  const first = await answered(world, "Call me, please.");
  expect(await categoriseReply(first)).toBeUndefined();
  expect(model.requests).toEqual([]);
  expect(await categoryOf(world, first.threadId)).toBe(-1);

  await setAccountCategorisation(actor, { mode: "product" });
  await categoriseReply(first);
  expect(await categoryOf(world, first.threadId)).toBe(1);
  const [system, user] = sentTo(model)[0] ?? [];
  expect(user).toEqual({ role: "user", content: "Call me, please." });
  for (const offered of ["1: Interested", "7: Wrong Person", `${later}: Maybe later`]) {
    expect(system?.content).toContain(offered);
  }
  expect(system?.content).not.toContain("-1:");

  await setCampaignCategorisation(actor, {
    campaign_id,
    mode: "custom",
    prompt: "Whoever names a season wants it later.",
    category_ids: [later, 3],
  });
  clock.move(MINUTE_MS);
  model.answer = `\`\`\`json\n{"category_id": ${later}}\n\`\`\``;
  const second = await answered(world, "In autumn.");
  await categoriseReply(second);
  expect(await categoryOf(world, second.threadId)).toBe(later);
  const [custom] = sentTo(model)[1] ?? [];
  expect(custom?.content).toContain("Whoever names a season wants it later.");
  expect(custom?.content).toContain("3: Not Interested");
  expect(custom?.content).not.toContain("1: Interested");

  await setCampaignCategorisation(actor, { campaign_id, mode: "none" });
  clock.move(MINUTE_MS);
  await categoriseReply(await answered(world, "No, now."));
  expect(model.requests).toHaveLength(2);
});

test("a reply is looked at once, however often it is queued, and at the same moment [CAT-13]", async () => {
  await using it = await begun();
  const { world, model, clock } = it;
  await setAccountCategorisation(world.actor, { mode: "product" });
  model.answer = '{"category_id": 2}';
  const job = await answered(world, "When can we meet?");
  await Promise.all(Array.from({ length: 4 }, () => categoriseReply(job)));
  clock.move(10 * MINUTE_MS);
  await categoriseReply(job);
  expect(model.requests).toHaveLength(1);
  expect(await categoryOf(world, job.threadId)).toBe(2);
  const { items } = await readEvents(
    { accountId: world.actor.accountId, campaignId: world.campaignId, day: "2026-03-02" },
    { limit: 10, kinds: ["categorised"] },
  );
  expect(items.map(({ detail }) => detail)).toEqual(["-1 2 positive"]);
});

test("what a person chose stays, before the model is asked and while it thinks [CAT-13]", async () => {
  await using it = await begun();
  const { world, model, clock } = it;
  const { actor } = world;
  await setAccountCategorisation(actor, { mode: "product" });
  const job = await answered(world, "Yes.");
  model.answer = async () => {
    await setCategory(actor, { thread_id: job.threadId, category_id: 5 });
    return '{"category_id": 4}';
  };
  expect(await categoriseReply(job)).toBeUndefined();
  expect(await categoryOf(world, job.threadId)).toBe(5);
  const { accountId } = actor;
  expect(await findSuppressed(accountId, ["lead0@prospect.example"], undefined)).toEqual(new Set());

  model.answer = '{"category_id": 3}';
  clock.move(MINUTE_MS);
  await categoriseReply(await answered(world, "Or not."));
  expect(model.requests).toHaveLength(1);
  expect(await categoryOf(world, job.threadId)).toBe(5);

  // A user who removes the category gives the next reply back to AI.
  await setCategory(actor, { thread_id: job.threadId, category_id: -1 });
  clock.move(MINUTE_MS);
  await categoriseReply(await answered(world, "No."));
  expect(await categoryOf(world, job.threadId)).toBe(3);
});

test.each([
  ["nothing", ""],
  ["prose", "They are interested (1)."],
  ["no confidence", '{"category_id": null}'],
  ["an id that does not exist", '{"category_id": 99}'],
  ["not assigned", '{"category_id": -1}'],
  ["an id in words", '{"category_id": "1"}'],
  ["a broken object", '{"category_id": 1'],
])(
  "an answer that is no category changes nothing and is not repeated: %s [CAT-13]",
  async (_, answer) => {
    await using it = await begun();
    const { world, model, clock } = it;
    await setAccountCategorisation(world.actor, { mode: "product" });
    model.answer = answer;
    const job = await answered(world, "Hm.");
    expect(await categoriseReply(job)).toBeUndefined();
    clock.move(10 * MINUTE_MS);
    await categoriseReply(job);
    expect(model.requests).toHaveLength(1);
    expect(await categoryOf(world, job.threadId)).toBe(-1);
  },
);

test("a provider that fails changes nothing; it is asked again, and given up before five minutes are over [CAT-13]", async () => {
  await using it = await begun();
  const { world, model, clock } = it;
  await setAccountCategorisation(world.actor, { mode: "product" });
  model.answer = 503;
  const job = await answered(world, "Yes, please.");
  let waitedMs = 0;
  for (let attempt = 0; ; attempt++) {
    const delayMs = await categoriseReply({ ...job, try: attempt });
    // Each answer may take the provider 30 seconds.
    waitedMs += 30_000 + (delayMs ?? 0);
    expect(await categoryOf(world, job.threadId)).toBe(-1);
    if (delayMs === undefined) break;
    clock.move(delayMs);
  }
  expect(model.requests).toHaveLength(4);
  expect(waitedMs).toBeLessThanOrEqual(5 * MINUTE_MS);
  model.answer = '{"category_id": 1}';
  clock.move(10 * MINUTE_MS);
  await categoriseReply(job);
  expect(await categoryOf(world, job.threadId)).toBe(-1);

  model.answer = 429;
  const next = await answered(world, "Well, yes.");
  const delayMs = (await categoriseReply(next)) ?? 0;
  clock.move(delayMs);
  model.answer = '{"category_id": 1}';
  expect(await categoriseReply({ ...next, try: 1 })).toBeUndefined();
  expect(await categoryOf(world, job.threadId)).toBe(1);
});

test("what AI takes for a wish not to be written to blocks the person", async () => {
  await using it = await begun();
  const { world, model } = it;
  await setAccountCategorisation(world.actor, { mode: "product" });
  model.answer = '{"category_id": 4}';
  const job = await answered(world, "Never write to me again.");
  await categoriseReply(job);
  expect(await categoryOf(world, job.threadId)).toBe(4);
  const address = "lead0@prospect.example";
  expect(await findSuppressed(world.actor.accountId, [address], undefined)).toEqual(
    new Set([address]),
  );
  expect(await messageIn(world)).toBeDefined();
});

test("only what a person wrote to us is queued, four thousand characters of it are read", async () => {
  await using it = await begun();
  const { world, model } = it;
  await setAccountCategorisation(world.actor, { mode: "product" });
  model.answer = '{"category_id": 1}';
  const job = await answered(world, `${"So ".repeat(2_000)}yes.`);
  await categoriseReply(job);
  expect(sentTo(model)[0]?.[1]?.content).toHaveLength(4_000);

  const { try: _try, ...reply } = job;
  const mail = { ...reply, direction: "in", kind: "human" } as const;
  const ours = { ...reply, direction: "out" } as const;
  const absent = { ...mail, kind: "out-of-office" } as const;
  expect([absent, ours, mail].map((each) => categoriseJobOf(each))).toEqual([
    undefined,
    undefined,
    job,
  ]);
});
