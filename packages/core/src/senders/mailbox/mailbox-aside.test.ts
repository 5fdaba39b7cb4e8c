import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import {
  jobIn,
  messageIn,
  runAndSend,
  sendIdIn,
} from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { makeSinkWorld } from "../../../../../tests/support/sink-world.ts";
import type { World } from "../../../../../tests/support/world.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { now, toIso } from "../../clock.ts";
import { MINUTE_MS, SECOND_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { sendTestMail } from "../../engine/preview/send-test-mail.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { deliverReply } from "../../inbox/thread/deliver-reply.ts";
import { cancelReply, sendReply } from "../../inbox/thread/reply.ts";
import { listThreads } from "../../inbox/thread/thread.ts";
import { getThread } from "../../inbox/thread/thread-detail.ts";
import { newSlot, readSlots, takeSendSlot } from "../send-slot/send-slot.ts";
import { type Aside, returnAside, takeAside, takeAsideSoon } from "./mailbox-aside.ts";
import { findMailbox } from "./mailbox-record.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

async function newMailbox(dailyLimit = 50) {
  const key = { accountId: testActor().accountId, mailboxId: 3 };
  await newSlot(key, { dailyLimit, minGapMs: 3 * MINUTE_MS, sending: "on" }).go();
  return { ...key, minGapMinutes: 3, email: "sam@sender.example" };
}

const campaignTakes = async (mailbox: { accountId: number; mailboxId: number }) =>
  (
    await takeSendSlot(mailbox, {
      now: toIso(now()),
      gapBefore: toIso(now() - 3 * MINUTE_MS),
      day: toIso(now()).slice(0, 10),
    })
  ).refusal;

const held = (aside: Aside | { againMs: number }): Aside => {
  if ("againMs" in aside) throw new Error(`Refused for ${aside.againMs} ms`);
  return aside;
};

test("of twenty workers that want the mailbox outside its campaigns one gets it, and a campaign waits for the seconds of its hold", async () => {
  using clock = stoppedClock(MONDAY);
  const mailbox = await newMailbox();
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeAside(mailbox)));
  expect(taken.filter((aside) => "until" in aside)).toHaveLength(1);
  expect(await campaignTakes(mailbox)).toBe("busy");
  clock.move(29_999);
  expect(await campaignTakes(mailbox)).toBe("busy");
  clock.move(1);
  expect(await campaignTakes(mailbox)).toBeUndefined();
});

test("a released mailbox is free at once, and a late release takes it from nobody", async () => {
  using clock = stoppedClock(MONDAY);
  const mailbox = await newMailbox();
  const first = held(await takeAside(mailbox));
  await returnAside(mailbox, first);
  const second = held(await takeAside(mailbox));
  clock.move(31 * SECOND_MS);
  const third = held(await takeAside(mailbox));
  await returnAside(mailbox, second);
  expect(await campaignTakes(mailbox)).toBe("busy");
  await returnAside(mailbox, third);
  expect(await campaignTakes(mailbox)).toBeUndefined();
});

test("no one connects outside a campaign for as long as its worker may live, and the error says how long that is", async () => {
  using clock = stoppedClock(MONDAY);
  const mailbox = await newMailbox();
  await campaignTakes(mailbox);
  clock.move(20 * SECOND_MS);
  expect(await takeAside(mailbox)).toEqual({ againMs: 100 * SECOND_MS + 50 });
  await expect(takeAsideSoon(mailbox)).rejects.toMatchObject({
    code: "conflict",
    message: "sam@sender.example is sending another email. Try again in 101 seconds.",
  });
  clock.move(100 * SECOND_MS);
  expect(await takeAside(mailbox)).toMatchObject({ withinMs: 25 * SECOND_MS });
});

test("a hold changes nothing that plans, days and gaps are computed from", async () => {
  using _clock = stoppedClock(MONDAY);
  const mailbox = await newMailbox();
  const [before] = await readSlots(mailbox.accountId, [mailbox.mailboxId]);
  const aside = held(await takeAside(mailbox, 40 * 1024 * 1024));
  expect(aside).toEqual({ until: "2026-03-02T09:01:51.920Z", withinMs: 106_920 });
  const [during] = await readSlots(mailbox.accountId, [mailbox.mailboxId]);
  expect(during).toEqual({ ...before, asideUntil: aside.until });
  await returnAside(mailbox, aside);
  expect(await readSlots(mailbox.accountId, [mailbox.mailboxId])).toEqual([before]);
  // Two minutes, however large the email is.
  const largest = held(await takeAside(mailbox, 400 * 1024 * 1024));
  expect(largest).toEqual({ until: "2026-03-02T09:02:00.000Z", withinMs: 115_000 });
});

/** Numbers from 0 to 1, the same in every run. */
function draws(seed: number) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test.each([1, 2, 3, 4])(
  "however replies fall among its sends, no two connections overlap and a campaign keeps its count (%i)",
  async (seed) => {
    using clock = stoppedClock(MONDAY);
    const mailbox = await newMailbox(12);
    const draw = draws(seed);
    const connections: { from: number; to: number }[] = [];
    const sends: number[] = [];
    let open: { aside: Aside; until: number } | undefined;
    for (let turn = 0; turn < 320; turn++, clock.move(1 + Math.floor(draw() * 20 * SECOND_MS))) {
      const at = now();
      // Half of the holders give the mailbox back; the others died.
      if (open && open.until <= at) {
        if (draw() < 0.5) await returnAside(mailbox, open.aside);
        open = undefined;
      }
      if (draw() < 0.5 && (await campaignTakes(mailbox)) === undefined) {
        connections.push({ from: at, to: at + 120 * SECOND_MS });
        sends.push(at);
      }
      if (!open && draw() < 0.7) {
        const aside = await takeAside(mailbox);
        if ("until" in aside) {
          const until = at + draw() * aside.withinMs;
          connections.push({ from: at, to: until });
          open = { aside, until };
        }
      }
    }
    const order = connections.toSorted((a, b) => a.from - b.from);
    const overlapping = order.filter((one, index) => one.from < (order[index - 1]?.to ?? 0));
    expect(overlapping).toEqual([]);
    const gaps = sends.slice(1).map((at, index) => at - (sends[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3 * MINUTE_MS);
    const [slot] = await readSlots(mailbox.accountId, [mailbox.mailboxId]);
    expect(slot?.sentToday).toBe(sends.length);
    expect([sends.length, order.length > sends.length]).toEqual([12, true]);
  },
);

/** One conversation, and a campaign that goes on from the same mailbox. */
async function conversationIn(world: World) {
  const answers = messageIdOf(sendIdIn(world), "sender0@sender.example");
  await receive(world, { from: "lead0@prospect.example", answers });
  return (await listThreads(world.actor, {})).items[0]?.id ?? 0;
}

test("while campaign mails, replies and test emails leave at once, a mailbox has one connection at a time and every mail leaves once", async () => {
  const slowly = { beforeAccept: () => new Promise<void>((done) => setTimeout(done, 30)) };
  await using it = await makeSinkWorld(MONDAY, { leads: 5 }, slowly);
  const { world, clock, sink } = it;
  const { actor, campaignId, mailboxIds } = world;
  const { accountId } = actor;
  await runAndSend(world, clock, 0);
  const thread_id = await conversationIn(world);
  const jobs = world.leadIds.map((_, index) => jobIn(world, index));
  const waiting = new Map<string, number>();
  for (let count = 0; count < 4; count++) {
    const { message_id, leaves_at } = await sendReply(actor, { thread_id, body: `Yes ${count}` });
    waiting.set(message_id, Date.parse(leaves_at));
  }
  const deliver = async (message_id: string) => {
    const againMs = await deliverReply(accountId, `${thread_id}|${message_id}`);
    if (againMs !== undefined) waiting.set(message_id, now() + againMs);
  };
  const test = () =>
    sendTestMail(actor, {
      campaign_id: campaignId,
      step: 1,
      variant: { letter: "A", subject: "A test", body: "<p>Hi</p>" },
      mailbox_id: mailboxIds[0] ?? 0,
      to: "me@firm.example",
      lead_id: world.leadIds[0] ?? 0,
    }).then(
      () => "sent",
      ({ code }: { code: string }) => code,
    );
  const tests: string[] = [];
  for (let turn = 0; turn < 40; turn++, clock.move(30 * SECOND_MS)) {
    if (turn % 10 === 0) await runTrigger({ accountId, campaignId }, "Etc/GMT");
    const due = [...waiting].filter(([, at]) => at <= now()).map(([id]) => id);
    for (const id of due) waiting.delete(id);
    const [, , tested] = await Promise.all([
      sendBatch(jobs),
      sendBatch(jobs),
      turn % 8 === 7 ? test() : undefined,
      // Each job is delivered twice.
      ...[...due, ...due].map(deliver),
    ]);
    if (tested) tests.push(tested);
  }
  expect(sink.mostOfOneUser()).toBe(1);
  const messages = await Promise.all(world.leadIds.map((_, index) => messageIn(world, index)));
  expect(messages.map((message) => message?.status)).toEqual(Array(5).fill("SENT"));
  const sentAt = messages
    .map((message) => Date.parse(message?.sentAt ?? ""))
    .toSorted((a, b) => a - b);
  const gaps = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3 * MINUTE_MS);
  const [slot] = await readSlots(accountId, mailboxIds);
  expect(slot?.sentToday).toBe(5);
  const thread = await getThread(actor, { thread_id });
  const replies = thread.messages.filter(({ status }) => status !== undefined);
  expect(replies.map(({ status }) => status)).toEqual(Array(4).fill("COMPLETED"));
  const sentTests = tests.filter((outcome) => outcome === "sent").length;
  // Which of them finds the mailbox free is a matter of who is quicker; none ends in another way.
  expect(tests.filter((outcome) => outcome !== "sent" && outcome !== "conflict")).toEqual([]);
  expect(sink.mails).toHaveLength(5 + 4 + sentTests);
}, 60_000);

test("a reply whose mailbox is held says when it leaves, can be taken back until then, and leaves by itself", async () => {
  await using it = await makeSinkWorld(MONDAY);
  const { world, clock, sink } = it;
  const { actor } = world;
  await runAndSend(world, clock, 0);
  const thread_id = await conversationIn(world);
  const mailbox = await findMailbox(actor.accountId, world.mailboxIds[0] ?? 0);
  clock.move(5 * MINUTE_MS);
  const aside = held(await takeAside(mailbox ?? (await newMailbox())));
  const write = async (body: string) => (await sendReply(actor, { thread_id, body })).message_id;
  const work = (id: string) => deliverReply(actor.accountId, `${thread_id}|${id}`);
  const [kept, back] = [await write("Yes"), await write("No")];
  clock.move(10 * SECOND_MS);
  expect([await work(kept), await work(back)]).toEqual([2_000, 2_000]);
  const { messages } = await getThread(actor, { thread_id });
  const leavesAt = toIso(now() + 2_000);
  expect(messages.slice(-2)).toMatchObject([
    { status: "SCHEDULED", leaves_at: leavesAt },
    { status: "SCHEDULED", leaves_at: leavesAt },
  ]);
  await cancelReply(actor, { thread_id, message_id: back });
  await returnAside(mailbox ?? (await newMailbox()), aside);
  clock.move(2_000);
  expect([await work(kept), await work(back)]).toEqual([undefined, undefined]);
  expect(sink.mails).toHaveLength(2);
  expect(sink.mails[1]?.raw).toContain("Yes");
});
