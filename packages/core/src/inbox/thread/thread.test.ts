import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { messageIn, runAndSend, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { countRequests } from "../../../../../tests/support/count-requests.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { makeSentWorld } from "../../../../../tests/support/sink-world.ts";
import { makeWorld, type World, type WorldOptions } from "../../../../../tests/support/world.ts";
import { createCampaign, getCampaign } from "../../campaigns/campaign/campaign.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { MINUTE_MS } from "../../duration.ts";
import { updateLead } from "../../leads/lead/lead.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import { findSuppressed } from "../../leads/suppression/suppression.ts";
import { readEvents } from "../../reporting/event/event.ts";
import { deliverReply } from "./deliver-reply.ts";
import { cancelReply, sendReply } from "./reply.ts";
import type { Folder } from "./thread.schema.ts";
import { countUnread, listThreads, markThread, setCategory } from "./thread.ts";
import { getThread, getThreadMessage } from "./thread-detail.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";
import { withPeople } from "./thread-people.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const lead = (index = 0) => `lead${index}@prospect.example`;

/** A campaign whose first mails have left. */
const begun = (options: Partial<WorldOptions> = {}) => makeSentWorld(MONDAY, options);

const answerOf = (world: World, index = 0, more: object = {}) => ({
  from: lead(index),
  answers: messageIdOf(sendIdIn(world, index), "sender0@sender.example"),
  ...more,
});

async function foldersOf({ actor }: World): Promise<Folder[]> {
  const all = ["inbox", "unread", "sent", "archived", "untracked"] as const;
  const pages = await Promise.all(all.map((folder) => listThreads(actor, { folder })));
  return all.filter((_, index) => (pages[index]?.items.length ?? 0) > 0);
}

const theThread = async ({ actor }: World, folder: Folder = "inbox") => {
  const [thread] = (await listThreads(actor, { folder })).items;
  if (!thread) throw new Error(`Nothing is in ${folder}`);
  return thread;
};

test("a conversation names the lead as its campaign knows them, their company and the campaign; one without a campaign shows a client the name in the email", async () => {
  await using it = await begun();
  const { world } = it;
  const { actor, leadIds, campaignId: campaign_id } = world;
  const known = { first_name: "Ada", last_name: "Berg", company_name: "Berg AG" };
  await updateLead(actor, { lead_id: leadIds[0] ?? 0, ...known });
  await receive(world, answerOf(world));
  const { name: campaign_name } = await getCampaign(actor, { campaign_id });
  const expected = { lead_name: "Ada Berg", company_name: "Berg AG", campaign_name };
  const thread = await theThread(world);
  expect(thread).toMatchObject(expected);
  expect(await getThread(actor, { thread_id: thread.id })).toMatchObject(expected);
  const scope = { kind: "client" as const, clientId: 1, hiddenCategoryIds: [] };
  const { lead_name: _name, company_name: _company, ...email } = thread;
  const client = { accountId: actor.accountId, scope };
  expect(await withPeople(client, [email])).toEqual([thread]);
  const { campaign_id: _campaign, campaign_name: _called, ...untracked } = email;
  expect(await withPeople(client, [untracked])).toEqual([untracked]);
});

test("a conversation is in the folders that its state says, and a new answer brings it back to Inbox", async () => {
  await using it = await begun();
  const { world, clock } = it;
  const { actor } = world;
  await receive(world, answerOf(world));
  expect(await foldersOf(world)).toEqual(["inbox", "unread"]);
  const { id: thread_id } = await theThread(world);
  await markThread(actor, { thread_id, mark: "read" });
  expect(await foldersOf(world)).toEqual(["inbox"]);
  await markThread(actor, { thread_id, mark: "unread" });
  await markThread(actor, { thread_id, mark: "archive" });
  expect(await foldersOf(world)).toEqual(["archived"]);
  await markThread(actor, { thread_id, mark: "unarchive" });
  expect(await foldersOf(world)).toEqual(["inbox", "unread"]);

  const { message_id } = await sendReply(actor, { thread_id, body: "Tomorrow?" });
  clock.move(MINUTE_MS);
  await deliverReply(actor.accountId, `${thread_id}|${message_id}`);
  expect(await foldersOf(world)).toEqual(["sent"]);
  await markThread(actor, { thread_id, mark: "archive" });
  expect(await foldersOf(world)).toEqual(["sent", "archived"]);
  clock.move(MINUTE_MS);
  await receive(world, answerOf(world, 0, { text: "Yes." }));
  expect(await foldersOf(world)).toEqual(["inbox", "unread", "sent"]);
  expect(await theThread(world)).toMatchObject({ snippet: "Yes.", is_unread: true });
});

test("what a machine writes leaves a conversation where it is", async () => {
  await using it = await begun();
  const { world } = it;
  const automatic = { headers: ["Auto-Submitted: auto-replied"], text: "Got it." };
  await receive(world, answerOf(world, 0, automatic));
  expect(await foldersOf(world)).toEqual([]);
  await receive(world, answerOf(world));
  const { id: thread_id } = await theThread(world);
  await markThread(world.actor, { thread_id, mark: "read" });
  await receive(world, answerOf(world, 0, automatic));
  expect(await foldersOf(world)).toEqual(["inbox"]);
});

test("the list is newest first, or oldest, a page at a time, and a campaign's part of a folder is a list of its own", async () => {
  await using it = await begun({ leads: 4 });
  const { world, clock } = it;
  for (const index of [0, 1, 2, 3]) {
    clock.move(MINUTE_MS);
    await receive(world, answerOf(world, index));
  }
  const { id: second } = await createCampaign(world.actor, { name: "Second" });
  const { actor, campaignId: campaign_id } = world;
  for (const folder of ["inbox", "unread"] as const) {
    for (const scope of [
      {},
      { campaign_id },
      { order: "oldest" },
      { campaign_id, order: "oldest" },
    ] as const) {
      const read: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof listThreads>> = await listThreads(actor, {
          folder,
          ...scope,
          limit: 3,
          cursor,
        });
        read.push(...page.items.map(({ email }) => email));
        cursor = page.cursor;
      } while (cursor);
      const isTurned = "order" in scope;
      expect(read).toEqual((isTurned ? [0, 1, 2, 3] : [3, 2, 1, 0]).map(lead));
      expect(await listThreads(actor, { folder, campaign_id: second })).toMatchObject({
        items: [],
      });
    }
  }
  expect(await countUnread(actor, {})).toEqual({ unread: 4, more: false });
});

test("one campaign's old answers are found under any number of newer ones of another", async () => {
  await using it = await begun();
  const { world, clock, sink } = it;
  await receive(world, answerOf(world));
  const busy = await makeWorld({
    within: world,
    smtpPort: sink.port,
    leads: 3,
    leadEmail: (index) => `busy${index}@prospect.example`,
  });
  await runAndSend(busy, clock, 12);
  for (const [index] of busy.leadIds.entries()) {
    clock.move(MINUTE_MS);
    const answers = messageIdOf(sendIdIn(busy, index), "sender0@sender.example");
    await receive(busy, { from: `busy${index}@prospect.example`, answers });
  }
  const { actor, campaignId: campaign_id } = world;
  expect((await listThreads(actor, { limit: 2 })).items.map(({ email }) => email)).toEqual([
    "busy2@prospect.example",
    "busy1@prospect.example",
  ]);
  const { items, cursor } = await listThreads(actor, { campaign_id, limit: 2 });
  expect(items).toMatchObject([{ email: lead(), campaign_id }]);
  expect(cursor).toBeNull();
});

test("what arrived after the reader looked stays unread", async () => {
  await using it = await begun();
  const { world, clock } = it;
  await receive(world, answerOf(world));
  const { id: thread_id, last_at: seen_at } = await theThread(world);
  clock.move(MINUTE_MS);
  await receive(world, answerOf(world, 0, { text: "One more thing." }));
  expect(await markThread(world.actor, { thread_id, mark: "read", seen_at })).toMatchObject({
    is_unread: true,
  });
  const { last_at } = await theThread(world);
  expect(
    await markThread(world.actor, { thread_id, mark: "read", seen_at: last_at }),
  ).toMatchObject({ is_unread: false });
});

test("a conversation shows the campaign's mails and all that came, words first, the whole on demand", async () => {
  await using it = await begun();
  const { world } = it;
  const html = `<p>Sure<script>alert(1)</script></p><img src="https://spy.example/x.gif" onerror="alert(2)"><blockquote>Hi Lee0</blockquote>`;
  await receive(world, answerOf(world, 0, { html }));
  const { id: thread_id } = await theThread(world);
  const { messages } = await getThread(world.actor, { thread_id });
  expect(messages).toMatchObject([
    {
      direction: "out",
      step: 1,
      text: "Hi Lee0",
      is_shortened: false,
      from: "sender0@sender.example",
    },
    { direction: "in", text: "Sure", has_whole: true, is_shortened: true },
  ]);
  const message_id = messages[1]?.id ?? "";
  const whole = await getThreadMessage(world.actor, { thread_id, message_id });
  expect(whole.html).not.toMatch(/script|onerror| src=/);
  expect(whole.html).toContain("Hi Lee0");
  expect(whole.remote_images).toBe(1);
  const shown = await getThreadMessage(world.actor, { thread_id, message_id, show_images: "true" });
  expect(shown.html).toContain('src="https://spy.example/x.gif"');
  const first = await getThreadMessage(world.actor, {
    thread_id,
    message_id: messages[0]?.id ?? "",
  });
  expect(first.html).toContain("Hi Lee0");
  // Looking at our own mail must not count as an open.
  expect(first.html).not.toContain("/o/");
});

test("Do Not Contact blocks the person in every campaign, whatever address they wrote from", async () => {
  await using it = await begun();
  const { world } = it;
  const { actor, campaignId, leadIds } = world;
  const { accountId } = actor;
  const { id: second } = await createCampaign(actor, { name: "Second" });
  await addLeads(actor, { campaign_id: second, leads: [{ email: lead() }] });
  await receive(world, answerOf(world, 0, { from: "private@elsewhere.example" }));
  const { id: thread_id } = await theThread(world);
  await setCategory(actor, { thread_id, category_id: 1 });
  await Promise.all([
    setCategory(actor, { thread_id, category_id: 4 }),
    setCategory(actor, { thread_id, category_id: 4 }),
  ]);
  for (const campaign of [campaignId, second]) {
    const key = { accountId, campaignId: campaign, leadId: leadIds[0] ?? 0 };
    expect((await findCampaignLead(key))?.status).toBe("BLOCKED");
  }
  const blocked = await findSuppressed(accountId, [lead(), "private@elsewhere.example"], undefined);
  expect(blocked.size).toBe(2);
  const day = MONDAY.slice(0, 10);
  const { items } = await readEvents({ accountId, campaignId, day }, { limit: 100 });
  const changes = items.filter(({ kind }) => kind === "categorised").map(({ detail }) => detail);
  expect(changes.toSorted((a = "", b = "") => a.localeCompare(b))).toEqual([
    "-1 1 positive",
    "1 4 negative",
  ]);
});

test("only an existing category can be set", async () => {
  await using it = await begun();
  await receive(it.world, answerOf(it.world));
  const { id: thread_id } = await theThread(it.world);
  for (const category_id of [0, 8, 10, 99]) {
    await expect(setCategory(it.world.actor, { thread_id, category_id })).rejects.toMatchObject({
      code: "invalid",
    });
  }
});

test("another account sees and changes nothing", async () => {
  await using it = await begun();
  const { world } = it;
  await receive(world, answerOf(world));
  const { id: thread_id } = await theThread(world);
  const { messages } = await getThread(world.actor, { thread_id });
  const { message_id } = await sendReply(world.actor, { thread_id, body: "Hello" });
  const stranger = testActor();
  expect(await foldersOf({ ...world, actor: stranger })).toEqual([]);
  expect((await listThreads(stranger, { campaign_id: world.campaignId })).items).toEqual([]);
  const attempts = [
    () => getThread(stranger, { thread_id }),
    () => getThreadMessage(stranger, { thread_id, message_id: messages[1]?.id ?? "" }),
    () => markThread(stranger, { thread_id, mark: "archive" }),
    () => setCategory(stranger, { thread_id, category_id: 4 }),
    () => sendReply(stranger, { thread_id, body: "Hello" }),
  ];
  for (const attempt of attempts) {
    await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  }
  await expect(cancelReply(stranger, { thread_id, message_id })).rejects.toMatchObject({
    code: "not_found",
  });
  await deliverReply(stranger.accountId, `${thread_id}|${message_id}`);
  expect(await theThread(world)).toMatchObject({ state: "inbox", category_id: -1 });
  expect(it.sink.mails).toHaveLength(1);
});

test("someone who may only look can look", async () => {
  await using it = await begun();
  await receive(it.world, answerOf(it.world));
  const { id: thread_id } = await theThread(it.world);
  const viewer = { ...it.world.actor, permissions: new Set(["inbox:read"] as const) };
  expect((await getThread(viewer, { thread_id })).messages).toHaveLength(2);
  for (const attempt of [
    () => markThread(viewer, { thread_id, mark: "read" }),
    () => setCategory(viewer, { thread_id, category_id: 1 }),
    () => sendReply(viewer, { thread_id, body: "Hello" }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: "forbidden" });
  }
});

test("a list takes at most five requests of the table, a conversation six", async () => {
  await using it = await begun({ leads: 3 });
  const { world } = it;
  for (const index of [0, 1, 2]) await receive(world, answerOf(world, index));
  const { id: thread_id } = await theThread(world);
  const { message_id } = await sendReply(world.actor, { thread_id, body: "Hello" });
  it.clock.move(MINUTE_MS);
  await deliverReply(world.actor.accountId, `${thread_id}|${message_id}`);
  expect(await messageIn(world, 2)).toBeDefined();
  const count = async (run: () => Promise<unknown>) => {
    using counted = countRequests();
    await run();
    return counted.actions.length;
  };
  const { campaignId: campaign_id } = world;
  for (const folder of ["inbox", "unread", "sent"] as const) {
    expect(await count(() => listThreads(world.actor, { folder, limit: 200 }))).toBeLessThan(6);
    expect(
      await count(() => listThreads(world.actor, { folder, campaign_id, limit: 200 })),
    ).toBeLessThan(6);
  }
  expect(await count(() => getThread(world.actor, { thread_id }))).toBeLessThan(7);
  expect(await count(() => countUnread(world.actor, {}))).toBe(1);
});

test("a conversation of a hundred answers is whole, and one of more says that older ones are left out, and shows them when asked", async () => {
  await using it = await begun();
  const { world } = it;
  await receive(world, answerOf(world));
  const { id: thread_id } = await theThread(world);
  const { accountId } = world.actor;
  const older = Array.from({ length: 110 }, (_, index) => ({
    accountId,
    threadId: thread_id,
    at: new Date(Date.parse(MONDAY) - index * MINUTE_MS).toISOString(),
    messageKey: `older-${index}`,
    direction: "in" as const,
    from: lead(),
    to: "sender0@sender.example",
    subject: "Hello",
    text: "Hello",
  }));
  await ThreadMessageEntity.put(older.slice(0, 99)).go();
  const read = async (limit?: number) => {
    const { messages, is_cut } = await getThread(world.actor, {
      thread_id,
      ...(limit === undefined ? {} : { limit }),
    });
    return [messages.filter(({ direction }) => direction === "in").length, is_cut];
  };
  expect(await read()).toEqual([100, false]);
  await ThreadMessageEntity.put(older.slice(99)).go();
  expect(await read()).toEqual([100, true]);
  expect(await read(105)).toEqual([105, true]);
  expect(await read(200)).toEqual([111, false]);
});
