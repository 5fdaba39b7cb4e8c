import { expect, test } from "vitest";
import { messageIn, runAndSend, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { eventsOfToday } from "../../../../../tests/support/records.ts";
import { makeSentWorld } from "../../../../../tests/support/sink-world.ts";
import {
  addSubsequence,
  click,
  fireToday,
  open,
  settle,
  statusesOf,
} from "../../../../../tests/support/subsequence.ts";
import type { World, WorldOptions } from "../../../../../tests/support/world.ts";
import { pauseCampaign, startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { nowIso } from "../../clock.ts";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import { addSuppression } from "../../leads/suppression/block-list.ts";
import type { WalkPosition } from "../../walk.schema.ts";
import { assignCategory } from "../categorisation/assign-category.ts";
import { applyDelivery } from "../poll/apply-delivery.ts";
import { listThreads, setCategory } from "../thread/thread.ts";
import { awaitCompleted } from "./await-completed.ts";
import { fireSubsequences } from "./fire-subsequences.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const MOVED = "STOPPED moved_to_subsequence";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** A campaign whose first mails have left. */
const sent = (options: Partial<WorldOptions> = {}) =>
  makeSentWorld(MONDAY, { settings: { stop_on_reply: false }, ...options });

const reply = (world: World, text: string, index = 0, headers: string[] = []) =>
  receive(world, {
    from: `lead${index}@prospect.example`,
    answers: messageIdOf(sendIdIn(world, index), "sender0@sender.example"),
    text,
    headers,
  });

test("a category that a person or AI gives after the start moves the lead, one from before does not [SEQ-18]", async () => {
  await using it = await sent({ leads: 3 });
  const { world, clock } = it;
  for (const index of [0, 1, 2]) await reply(world, "Hello", index);
  const threads = (await listThreads(world.actor, {})).items;
  const threadOf = (index: number) =>
    threads.find(({ lead_id }) => lead_id === world.leadIds[index])?.id ?? 0;
  const byPerson = (index: number, category_id: number) =>
    setCategory(world.actor, { thread_id: threadOf(index), category_id });
  await byPerson(2, 1);
  clock.move(MINUTE_MS);
  const id = await addSubsequence(world, { kind: "category", category_ids: [1, 2] });
  await fireToday(world);
  expect(await statusesOf(world, [id], 2)).toEqual(["INPROGRESS", undefined]);
  clock.move(MINUTE_MS);
  await byPerson(0, 3);
  await fireToday(world);
  expect(await statusesOf(world, [id], 0)).toEqual(["INPROGRESS", undefined]);
  clock.move(MINUTE_MS);
  await byPerson(0, 1);
  const key = { accountId: world.actor.accountId, threadId: threadOf(1) };
  await assignCategory(key, { categoryId: 2, by: 0 });
  await fireToday(world);
  expect(await statusesOf(world, [id], 0)).toEqual([MOVED, "STARTED"]);
  expect(await statusesOf(world, [id], 1)).toEqual([MOVED, "STARTED"]);
});

test("opens move the lead when there are enough of them and nobody replied for the days to wait [SEQ-19]", async () => {
  await using it = await sent({ leads: 2 });
  const { world, clock } = it;
  const twice = await addSubsequence(world, { kind: "open", count: 2, wait_days: 3 });
  clock.move(MINUTE_MS);
  for (const index of [0, 1]) await open(world, index);
  await fireToday(world);
  clock.move(4 * DAY_MS);
  await settle(world, twice);
  expect(await statusesOf(world, [twice])).toEqual(["INPROGRESS", undefined]);
  for (const index of [0, 1]) await open(world, index);
  await fireToday(world);
  clock.move(2 * DAY_MS);
  await settle(world, twice);
  expect(await statusesOf(world, [twice])).toEqual(["INPROGRESS", undefined]);
  await reply(world, "No thanks", 1);
  await open(world, 0);
  await fireToday(world);
  clock.move(2 * DAY_MS);
  for (const index of [0, 1]) await settle(world, twice, index);
  expect(await statusesOf(world, [twice])).toEqual(["INPROGRESS", undefined]);
  clock.move(DAY_MS);
  for (const index of [0, 1]) await settle(world, twice, index);
  expect(await statusesOf(world, [twice], 0)).toEqual([MOVED, "STARTED"]);
  expect(await statusesOf(world, [twice], 1)).toEqual(["INPROGRESS", undefined]);
});

test("a click moves the lead, one on another address does not where a text is asked for [SEQ-20]", async () => {
  await using it = await sent();
  const { world, clock } = it;
  const pricing = await addSubsequence(world, { kind: "click", url_contains: "/Pricing" });
  clock.move(MINUTE_MS);
  await click(world, "https://example.com/about");
  await fireToday(world);
  expect(await statusesOf(world, [pricing])).toEqual(["INPROGRESS", undefined]);
  await click(world, "https://example.com/pricing?plan=2");
  await fireToday(world);
  expect(await statusesOf(world, [pricing])).toEqual([MOVED, "STARTED"]);
});

test("the first reply of a person moves the lead, an out-of-office and a second reply do not [SEQ-21]", async () => {
  await using it = await sent({ leads: 3 });
  const { world } = it;
  await reply(world, "Before it was there", 2);
  const id = await addSubsequence(world, { kind: "reply" });
  it.clock.move(MINUTE_MS);
  const since = nowIso();
  await reply(world, "I am away until further notice", 0, ["Auto-Submitted: auto-replied"]);
  await reply(world, "Tell me more", 1);
  await reply(world, "Once more", 2);
  await fireToday(world, since);
  const entered = await Promise.all([0, 1, 2].map((index) => statusesOf(world, [id], index)));
  expect(entered.map(([, status]) => status)).toEqual([undefined, "STARTED", undefined]);
});

test("a phrase in what someone writes moves the lead, one in the quoted text does not [SEQ-22]", async () => {
  await using it = await sent({ leads: 2 });
  const { world } = it;
  const id = await addSubsequence(world, { kind: "reply_text", phrases: ["demo", "price list"] });
  it.clock.move(MINUTE_MS);
  await reply(world, "Democracy first.\r\n\r\nOn Monday Sam wrote:\r\n> shall we do a demo?", 0);
  await reply(world, "Please send the PRICE\r\nlist!", 1);
  await fireToday(world);
  expect(await statusesOf(world, [id], 0)).toEqual(["INPROGRESS", undefined]);
  expect(await statusesOf(world, [id], 1)).toEqual([MOVED, "STARTED"]);
});

test("days after the last mail without a reply move the lead that COMPLETED [SEQ-24]", async () => {
  const steps = [{ delayInDays: 0, subject: "Hello", body: "<p>Hello</p>" }];
  await using it = await sent({ leads: 2, steps });
  const { world, clock } = it;
  const id = await addSubsequence(world, { kind: "re_engagement", days: 30 });
  await fireToday(world);
  await reply(world, "Got it", 1);
  clock.move(29 * DAY_MS);
  for (const index of [0, 1]) await settle(world, id, index);
  expect(await statusesOf(world, [id])).toEqual(["COMPLETED", undefined]);
  clock.move(DAY_MS);
  for (const index of [0, 1]) await settle(world, id, index);
  expect(await statusesOf(world, [id], 0)).toEqual(["COMPLETED", "STARTED"]);
  expect(await statusesOf(world, [id], 1)).toEqual(["COMPLETED", undefined]);
});

test.each(["resent", "unknown"] as const)(
  "days after a last mail that is on record as %s move the lead that it COMPLETED",
  async (kind) => {
    const steps = [{ delayInDays: 0, subject: "Hello", body: "<p>Hello</p>" }];
    await using it = await sent({ steps });
    const { world, clock } = it;
    const id = await addSubsequence(world, { kind: "re_engagement", days: 30 });
    const events = await eventsOfToday(world.actor.accountId, world.campaignId);
    await fireSubsequences(events.map((event) => (event.endsLead ? { ...event, kind } : event)));
    clock.move(30 * DAY_MS);
    await settle(world, id);
    expect(await statusesOf(world, [id])).toEqual(["COMPLETED", "STARTED"]);
  },
);

test("a lead that had COMPLETED before waits from the start of the subsequence on, unless its days were over", async () => {
  const steps = [{ delayInDays: 0, subject: "Hello", body: "<p>Hello</p>" }];
  await using it = await sent({ steps });
  const { world, clock } = it;
  clock.move(10 * DAY_MS);
  const over = await addSubsequence(world, { kind: "re_engagement", days: 9 });
  const coming = await addSubsequence(world, { kind: "re_engagement", days: 30 });
  for (const campaignId of [over, coming]) {
    let from: WalkPosition | undefined = { shard: 0, leadId: 0 };
    while (from) from = await awaitCompleted({ ...world.actor, campaignId }, from);
  }
  await settle(world, over);
  clock.move(19 * DAY_MS);
  await settle(world, coming);
  expect(await statusesOf(world, [over, coming])).toEqual(["COMPLETED", undefined, undefined]);
  clock.move(DAY_MS);
  await settle(world, coming);
  expect(await statusesOf(world, [over, coming])).toEqual(["COMPLETED", undefined, "STARTED"]);
});

test("a lead comes in once, into the earliest that matches, and goes on with sender and thread [SEQ-26]", async () => {
  await using it = await sent({ mailboxes: 2 });
  const { world, clock, sink } = it;
  const paused = await addSubsequence(world, { kind: "reply" }, { start: false });
  const ids = [
    paused,
    await addSubsequence(world, { kind: "reply_text", phrases: ["yes"] }),
    await addSubsequence(world, { kind: "reply" }),
  ];
  clock.move(MINUTE_MS);
  const answer = await reply(world, "Yes please");
  await Promise.all([fireToday(world), fireToday(world)]);
  await fireToday(world);
  expect(await statusesOf(world, ids)).toEqual([MOVED, undefined, "STARTED", undefined]);

  await runAndSend({ ...world, campaignId: ids[1] ?? 0 }, clock, 10);
  expect(sink.mails).toHaveLength(2);
  const [first, second] = sink.mails;
  expect(second?.from).toBe(first?.from);
  const ours = messageIdOf(sendIdIn(world), "sender0@sender.example");
  const raw = (second?.raw ?? "").replace(/\r\n[ \t]/g, " ");
  expect(raw).toContain(`In-Reply-To: ${answer}`);
  expect(raw).toMatch(new RegExp(`^References: ${ours} ${answer}`, "m"));
  expect(raw).toMatch(/^Subject: Re: Hello Lee0/m);
  expect(await statusesOf(world, ids)).toEqual([MOVED, undefined, "COMPLETED", undefined]);

  await reply(world, "Yes, once more yes");
  await fireToday(world);
  expect(await statusesOf(world, ids)).toEqual([MOVED, undefined, "COMPLETED", undefined]);
});

test("no lead that must not be written to enters a subsequence", async () => {
  await using it = await sent({ leads: 2 });
  const { world } = it;
  const id = await addSubsequence(world, { kind: "reply" });
  it.clock.move(MINUTE_MS);
  for (const index of [0, 1]) await reply(world, "Never again", index);
  await addSuppression(world.actor, { value: "lead0@prospect.example" });
  const threads = (await listThreads(world.actor, {})).items;
  const thread_id = threads.find(({ lead_id }) => lead_id === world.leadIds[1])?.id ?? 0;
  await setCategory(world.actor, { thread_id, category_id: 4 });
  await fireToday(world);
  expect(await statusesOf(world, [id], 0)).toEqual(["BLOCKED", undefined]);
  expect(await statusesOf(world, [id], 1)).toEqual(["BLOCKED", undefined]);
});

test("a pause of the campaign freezes its subsequences: what was planned waits too [SEQ-27]", async () => {
  await using it = await sent();
  const { world, clock, sink } = it;
  const id = await addSubsequence(world, { kind: "reply" });
  clock.move(MINUTE_MS);
  await reply(world, "Yes");
  await fireToday(world);
  const subsequence = { ...world, campaignId: id };
  await pauseCampaign(world.actor, { campaign_id: world.campaignId });
  await runAndSend(subsequence, clock, 30);
  expect(sink.mails).toHaveLength(1);
  await startCampaign(world.actor, { campaign_id: world.campaignId });
  await runAndSend(subsequence, clock, 0);
  await pauseCampaign(world.actor, { campaign_id: world.campaignId });
  await runAndSend(subsequence, clock, 30);
  expect(sink.mails).toHaveLength(1);
  await startCampaign(world.actor, { campaign_id: world.campaignId });
  await runAndSend(subsequence, clock, 30);
  expect(sink.mails).toHaveLength(2);
});

test("who answers a campaign's mail is stopped where they have moved on to, and their colleagues there with them", async () => {
  await using it = await sent({
    leads: 3,
    leadEmail: (index) => (index < 2 ? `lead${index}@prospect.example` : "lead2@other.example"),
    settings: { stop_on_reply: true, stop_company: true },
  });
  const { world, clock } = it;
  const id = await addSubsequence(world, { kind: "open", count: 1, wait_days: 0 });
  clock.move(MINUTE_MS);
  for (const index of [0, 1, 2]) await open(world, index);
  await fireToday(world);
  for (const index of [0, 1, 2]) {
    expect(await statusesOf(world, [id], index)).toEqual([MOVED, "STARTED"]);
  }
  // They have had no mail of the subsequence yet: what they answer is the campaign's.
  await reply(world, "Yes, call me.");
  expect(await statusesOf(world, [id], 0)).toEqual([MOVED, "STOPPED reply"]);
  expect(await statusesOf(world, [id], 1)).toEqual([MOVED, "STOPPED company_reply"]);
  expect(await statusesOf(world, [id], 2)).toEqual([MOVED, "STARTED"]);
});

test("a reply that two workers take in stops nobody in the subsequence that it led to", async () => {
  await using it = await sent({ settings: { stop_on_reply: true } });
  const { world, clock } = it;
  const id = await addSubsequence(world, { kind: "reply" });
  clock.move(MINUTE_MS);
  await reply(world, "Yes, call me.");
  await fireToday(world);
  const message = await messageIn(world);
  if (!message?.repliedAt) throw new Error("The reply was not taken in");
  await applyDelivery(message, { kind: "human" }, { at: message.repliedAt, key: "again" });
  expect(await statusesOf(world, [id])).toEqual(["STOPPED reply", "STARTED"]);
});

test("an out-of-office pauses the lead in the subsequence that it has moved on to", async () => {
  await using it = await sent();
  const { world, clock } = it;
  const id = await addSubsequence(world, { kind: "open", count: 1, wait_days: 0 });
  clock.move(MINUTE_MS);
  await open(world);
  await fireToday(world);
  await reply(world, "I am out of the office.", 0, ["Auto-Submitted: auto-replied"]);
  expect(await statusesOf(world, [id])).toEqual([MOVED, "PAUSED"]);
});
