import { client } from "@thaw/data/table";
import { expect, onTestFinished, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { messageIn, runAndSend, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { now, toIso } from "../../clock.ts";
import { HOUR_MS } from "../../duration.ts";
import { listSuppressions } from "../../leads/suppression/list-entries.ts";
import { findEntries, optOut } from "../../leads/suppression/suppression.ts";
import { REMOVAL_SHARDS, RemovalRequestEntity } from "./removal-request.entity.ts";
import { applyDueRemovals, applyRemovalRequest, dismissRemovalRequest } from "./removal-request.ts";
import { listThreads } from "./thread.ts";
import { getThread } from "./thread-detail.ts";
import { findThread, storeInbound, threadFor } from "./thread-store.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const LEAD = "lead0@prospect.example";
const ASKED = "Please remove me from your list.\n\nOn Mon, Sam wrote:\n> Hi";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** A lead that has got its first mail and answered it with these words. */
async function answered(text: string, from = LEAD) {
  await using sink = await startSink();
  const clock = stoppedClock(MONDAY);
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: 1,
    settings: { stop_on_reply: false },
  });
  await runAndSend(world, clock, 4);
  await receive(world, { from, text, answers: messageIdOf(sendIdIn(world), "sam@sender.example") });
  const { actor } = world;
  const [thread] = (await listThreads(actor, { folder: "inbox" })).items;
  const thread_id = thread?.id ?? 0;
  return {
    world,
    actor,
    clock,
    thread_id,
    due: async () => (await getThread(actor, { thread_id })).removal_due_at,
    entries: () => findEntries(actor.accountId, [LEAD]),
    status: async () =>
      (
        await findCampaignLead({
          accountId: actor.accountId,
          campaignId: world.campaignId,
          leadId: world.leadIds[0] ?? 0,
        })
      )?.status,
    [Symbol.dispose]: clock[Symbol.dispose],
  };
}

/** What the clock finds of it. */
const requestOf = async ({ actor: { accountId }, thread_id: threadId }: Asked) =>
  (await RemovalRequestEntity.get({ accountId, threadId }).go({ consistent: true })).data;
type Asked = { actor: { accountId: number }; thread_id: number };

test("a person who asks to be removed is unsubscribed a day later, once, even if the clock runs twice", async () => {
  using it = await answered(ASKED);
  const asked = Date.parse((await it.due()) ?? "");
  it.clock.set(new Date(asked - 1_000).toISOString());
  await applyDueRemovals();
  expect(await it.entries()).toEqual([]);
  expect(await it.status()).toBe("INPROGRESS");
  it.clock.move(1_000);
  await Promise.all([applyDueRemovals(), applyDueRemovals()]);
  await applyDueRemovals();
  const { items } = await listSuppressions(it.actor, {});
  expect(items).toMatchObject([
    { value: LEAD, source: "unsubscribe", created_by: 0, campaign_id: it.world.campaignId },
  ]);
  expect(await it.status()).toBe("BLOCKED");
  expect((await messageIn(it.world))?.unsubscribedAt).toBeDefined();
  expect(await it.due()).toBeUndefined();
  expect(await requestOf(it)).toBeNull();
});

test("a click unsubscribes at once, also the other address that the request came from, and records who did it", async () => {
  using it = await answered("Unsubscribe", "ann@private.example");
  await applyRemovalRequest(it.actor, { thread_id: it.thread_id });
  await applyRemovalRequest(it.actor, { thread_id: it.thread_id });
  const { items } = await listSuppressions(it.actor, {});
  expect(items.map(({ value, source, created_by }) => [value, source, created_by])).toEqual([
    ["ann@private.example", "unsubscribe", it.actor.userId],
    [LEAD, "unsubscribe", it.actor.userId],
  ]);
  expect(await it.due()).toBeUndefined();
  expect(await it.status()).toBe("BLOCKED");
});

test("a person whose request was dismissed is not unsubscribed later, until they ask again", async () => {
  using it = await answered(ASKED);
  await dismissRemovalRequest(it.actor, { thread_id: it.thread_id });
  expect(await it.due()).toBeUndefined();
  it.clock.move(25 * HOUR_MS);
  await applyDueRemovals();
  // A click that comes after the other does nothing either.
  await applyRemovalRequest(it.actor, { thread_id: it.thread_id });
  expect(await it.entries()).toEqual([]);
  expect(await it.status()).toBe("INPROGRESS");
  await receive(it.world, {
    from: LEAD,
    text: "STOP",
    answers: messageIdOf(sendIdIn(it.world), "sam@x.example"),
  });
  expect(Date.parse((await it.due()) ?? "")).toBe(Date.parse(MONDAY) + 49 * HOUR_MS + 6 * 60_000);
});

test("a person whose request is dismissed while the clock processes it is not unsubscribed", async () => {
  using it = await answered(ASKED);
  const request = await requestOf(it);
  await dismissRemovalRequest(it.actor, { thread_id: it.thread_id });
  expect(await requestOf(it)).toBeNull();
  // What an index still tells of.
  if (request) await RemovalRequestEntity.put(request).go();
  it.clock.move(25 * HOUR_MS);
  await applyDueRemovals();
  expect(await it.entries()).toEqual([]);
  await RemovalRequestEntity.delete(request ?? { accountId: 0, threadId: 0 }).go();
});

/** Conversations with someone who asked a day ago, in this order. */
async function asking(accountId: number, addresses: readonly string[]) {
  const threads = [];
  for (const [index, email] of addresses.entries()) {
    const at = toIso(now() - 25 * HOUR_MS + index);
    const make = () => ({
      mailboxId: 1,
      mailboxEmail: "us@x.example",
      email,
      name: "",
      subject: "",
    });
    const thread = await threadFor(accountId, `mail:1:${index}`, make, at);
    const mail = { at, messageKey: `key${index}`, from: email, to: "", subject: "", text: "STOP" };
    const top = {
      snippet: "",
      references: [],
      fromName: "",
      removalDueAt: toIso(now() - HOUR_MS + index),
    };
    await storeInbound(thread, { ...mail, kind: "human" }, top);
    threads.push(thread);
  }
  return threads;
}

test("requests that cannot be applied keep no others from it: they are put off, and tried again", async () => {
  using clock = stoppedClock(MONDAY);
  const { accountId } = testActor();
  const poison = Array.from(
    { length: 5 * REMOVAL_SHARDS },
    (_, index) => `poison${index}@x.example`,
  );
  const good = Array.from({ length: REMOVAL_SHARDS }, (_, index) => `good${index}@x.example`);
  const threads = await asking(accountId, [...poison, ...good]);
  let refused = 0;
  const stop = client.intercept((_action, input, next) => {
    if (!JSON.stringify(input).includes("poison")) return next(input);
    refused += 1;
    throw new Error("Never");
  });
  onTestFinished(stop);
  await expect(applyDueRemovals()).rejects.toThrow("Never");
  expect((await findEntries(accountId, good)).map(({ value }) => value).toSorted()).toEqual(good);
  expect(refused).toBe(poison.length);
  // The next tick has others to do.
  clock.move(60_000);
  await applyDueRemovals();
  expect(refused).toBe(poison.length);
  stop();
  clock.move(600_000);
  await applyDueRemovals();
  expect(await findEntries(accountId, poison)).toHaveLength(poison.length);
  const last = await findThread(accountId, threads[0]?.threadId ?? 0);
  expect(last?.removalDueAt).toBeUndefined();
});

test("other texts, quotations, automatic mails and people who are off the list already make no removal request", async () => {
  using other = await answered("Could you remove me from the old plan before we talk?");
  expect(await other.due()).toBeUndefined();
  using quoted = await answered(
    "Yes, call me.\n\nOn Mon, 2 Mar 2026, Sam <s@x.example> wrote:\n> Unsubscribe",
  );
  expect(await quoted.due()).toBeUndefined();
  using it = await answered("Yes, call me.");
  const headers = ["Auto-Submitted: auto-replied"];
  const answers = messageIdOf(sendIdIn(it.world), "sam@sender.example");
  await receive(it.world, { from: LEAD, text: "Unsubscribe", headers, answers });
  expect(await it.due()).toBeUndefined();
  await optOut(it.actor.accountId, LEAD, { source: "unsubscribe", createdBy: 0 });
  await receive(it.world, { from: LEAD, text: "Unsubscribe", answers });
  expect(await it.due()).toBeUndefined();
});

test("another account's conversation does not exist", async () => {
  using it = await answered(ASKED);
  for (const decide of [applyRemovalRequest, dismissRemovalRequest]) {
    await expect(decide(testActor(), { thread_id: it.thread_id })).rejects.toMatchObject({
      code: "not_found",
    });
  }
  expect(await it.due()).toBeDefined();
});
