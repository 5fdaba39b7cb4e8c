import { expect, test } from "vitest";
import { runAndSend, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { type SinkOptions, startSink } from "../../../../../tests/support/sink.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import {
  startSendingAsOperator,
  stopSending,
  stopSendingAsOperator,
} from "../../accounts/sending-stop/sending-stop.ts";
import { systemActor } from "../../actor.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { MINUTE_MS, SECOND_MS } from "../../duration.ts";
import { addSuppression } from "../../leads/suppression/block-list.ts";
import { deleteMailbox } from "../../senders/mailbox/mailbox-delete.ts";
import { deliverReply } from "./deliver-reply.ts";
import { cancelReply, retryReply, sendReply } from "./reply.ts";
import { REPLY_STATUSES } from "./thread.schema.ts";
import { listThreads } from "./thread.ts";
import { getThread } from "./thread-detail.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** A conversation with one answer in it, and ways to work on what is written in it. */
async function conversation(options: SinkOptions = {}) {
  const sink = await startSink(options);
  const clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  await runAndSend(world, clock, 4);
  const sent = messageIdOf(sendIdIn(world), "sender0@sender.example");
  const received = await receive(world, { from: "lead0@prospect.example", answers: sent });
  clock.move(MINUTE_MS);
  const { actor } = world;
  const thread_id = (await listThreads(actor, {})).items[0]?.id ?? 0;
  return {
    sink,
    clock,
    world,
    actor,
    thread_id,
    sent,
    received,
    write: (body = "Tomorrow at ten?") => sendReply(actor, { thread_id, body }),
    work: (message_id: string) => deliverReply(actor.accountId, `${thread_id}|${message_id}`),
    status: async (message_id: string) => {
      const { messages } = await getThread(actor, { thread_id });
      return messages.find(({ id }) => id === message_id)?.status;
    },
    async [Symbol.asyncDispose]() {
      clock[Symbol.dispose]();
      await sink[Symbol.asyncDispose]();
    },
  };
}

const headersOf = (raw = "") => (raw.split("\r\n\r\n")[0] ?? "").replace(/\r\n[ \t]+/g, " ");

test("an answer has one of five statuses [INBOX-04]", () => {
  expect([...REPLY_STATUSES].toSorted((a, b) => a.localeCompare(b))).toEqual([
    "COMPLETED",
    "FAILED",
    "INPROGRESS",
    "SCHEDULED",
    "SKIPPED",
  ]);
});

test("an answer waits ten seconds, then leaves from the same mailbox on the same thread", async () => {
  await using it = await conversation();
  const { message_id, leaves_at } = await it.write();
  expect(Date.parse(leaves_at)).toBe(Date.parse(message_id.split("|")[0] ?? "") + 10 * SECOND_MS);
  expect(await it.status(message_id)).toBe("SCHEDULED");
  it.clock.move(9_999);
  expect(await it.work(message_id)).toBe(1);
  expect(it.sink.mails).toHaveLength(1);
  it.clock.move(1);
  expect(await it.work(message_id)).toBeUndefined();
  expect(await it.status(message_id)).toBe("COMPLETED");
  const mail = it.sink.mails[1];
  expect(mail).toMatchObject({ from: "sender0@sender.example", to: ["lead0@prospect.example"] });
  const headers = headersOf(mail?.raw);
  expect(headers).toMatch(/^From: Sam Sender <sender0@sender\.example>$/m);
  expect(headers).toMatch(/^Subject: Re: Hello Lee0$/m);
  expect(headers).toContain(`In-Reply-To: ${it.received}`);
  expect(headers).toContain(`References: ${it.sent} ${it.received}`);
  // What someone writes by hand is no list mail and is not tracked.
  expect(mail?.raw).not.toMatch(/List-Unsubscribe|\/o\/|\/c\//);
  expect(mail?.raw).toContain("Tomorrow at ten?");
});

test("a reply to our reply is matched to its conversation, also without a campaign mail in its thread", async () => {
  await using it = await conversation();
  const { message_id } = await it.write();
  it.clock.move(MINUTE_MS);
  await it.work(message_id);
  const own = /^Message-ID: (<.+>)/im.exec(it.sink.mails[1]?.raw ?? "")?.[1] ?? "";
  await receive(it.world, { from: "boss@elsewhere.example", answers: own, text: "I take over." });
  const forged = own.replace(/\.[\w-]{16}@/, `.${"A".repeat(16)}@`);
  await receive(it.world, { from: "villain@elsewhere.example", answers: forged });
  const { messages, email } = await getThread(it.actor, { thread_id: it.thread_id });
  expect(messages.map(({ from }) => from)).toEqual([
    "sender0@sender.example",
    "lead0@prospect.example",
    "sender0@sender.example",
    "boss@elsewhere.example",
  ]);
  // The next answer goes to who wrote last.
  expect(email).toBe("boss@elsewhere.example");
});

test("an answer that is taken back is SKIPPED and never leaves [INBOX-15]", async () => {
  let during: (string | undefined)[] = [];
  let watch: (() => Promise<void>) | undefined;
  await using it = await conversation({ beforeAccept: () => watch?.() });
  const back = await it.write();
  await cancelReply(it.actor, { thread_id: it.thread_id, message_id: back.message_id });
  it.clock.move(MINUTE_MS);
  await it.work(back.message_id);
  expect(await it.status(back.message_id)).toBe("SKIPPED");
  expect(it.sink.mails).toHaveLength(1);

  const { message_id } = await it.write();
  it.clock.move(MINUTE_MS);
  watch = async () => {
    const cancel = cancelReply(it.actor, { thread_id: it.thread_id, message_id });
    const code = await cancel.then(
      () => "cancelled",
      (error: { code: string }) => error.code,
    );
    during = [await it.status(message_id), code];
  };
  await it.work(message_id);
  expect(during).toEqual(["INPROGRESS", "conflict"]);
  expect(await it.status(message_id)).toBe("COMPLETED");
  const late = cancelReply(it.actor, { thread_id: it.thread_id, message_id });
  await expect(late).rejects.toMatchObject({ code: "conflict" });

  const blocked = await it.write();
  await addSuppression(it.actor, { value: "lead0@prospect.example" });
  it.clock.move(MINUTE_MS);
  await it.work(blocked.message_id);
  expect(await it.status(blocked.message_id)).toBe("SKIPPED");
  await expect(it.write()).rejects.toMatchObject({ code: "forbidden" });
  expect(it.sink.mails).toHaveLength(2);
});

test("an answer whose mailbox was deleted is SKIPPED", async () => {
  await using it = await conversation();
  const { message_id } = await it.write();
  await deleteMailbox(it.actor, { mailbox_id: it.world.mailboxIds[0] ?? 0 });
  it.clock.move(MINUTE_MS);
  await it.work(message_id);
  expect(await it.status(message_id)).toBe("SKIPPED");
  expect(it.sink.mails).toHaveLength(1);
});

test("a server that answers with a key of ours is quoted", async () => {
  let refusal: string | undefined;
  await using it = await conversation({ refuse: () => refusal });
  refusal = "550 5.1.1 inbox.mailboxDeleted";
  const { message_id } = await it.write();
  it.clock.move(MINUTE_MS);
  await it.work(message_id);
  const { messages } = await getThread(it.actor, { thread_id: it.thread_id });
  expect(messages.at(-1)).toMatchObject({ status: "FAILED", failure: "inbox.mailboxDeleted" });
  expect(messages.at(-1)?.failure_key).toBeUndefined();
});

test("a refused answer is FAILED with the server's text and may be sent again as the same mail", async () => {
  let refusal: string | undefined;
  await using it = await conversation({ refuse: () => refusal });
  refusal = "550 5.1.1 No such user";
  const { message_id } = await it.write();
  it.clock.move(MINUTE_MS);
  expect(await it.work(message_id)).toBeUndefined();
  expect(await it.status(message_id)).toBe("FAILED");
  const { messages, state } = await getThread(it.actor, { thread_id: it.thread_id });
  expect(messages.at(-1)?.failure).toContain("No such user");
  expect(state).toBe("inbox");
  refusal = undefined;
  await retryReply(it.actor, { thread_id: it.thread_id, message_id });
  expect(await it.status(message_id)).toBe("SCHEDULED");
  it.clock.move(MINUTE_MS);
  await it.work(message_id);
  expect(await it.status(message_id)).toBe("COMPLETED");
  const again = retryReply(it.actor, { thread_id: it.thread_id, message_id });
  await expect(again).rejects.toMatchObject({ code: "conflict" });
});

test("an answer that the server puts off waits and is tried three times again", async () => {
  let isBusy = false;
  await using it = await conversation({
    refuse: () => (isBusy ? "451 4.7.1 Greylisted" : undefined),
  });
  const { message_id } = await it.write();
  isBusy = true;
  const waits: (number | undefined)[] = [];
  for (const wait of [1, 1, 5, 15]) {
    it.clock.move(wait * MINUTE_MS);
    waits.push(await it.work(message_id));
  }
  expect(waits).toEqual([MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, undefined]);
  expect(await it.status(message_id)).toBe("FAILED");
});

test("ten workers deliver a reply once", async () => {
  await using it = await conversation();
  const { message_id } = await it.write();
  it.clock.move(MINUTE_MS);
  await Promise.all(Array.from({ length: 10 }, () => it.work(message_id)));
  expect(await it.status(message_id)).toBe("COMPLETED");
  expect(it.sink.mails).toHaveLength(2);
});

test("an answer whose worker died is FAILED after its lease and does not leave by itself", async () => {
  let hang = false;
  await using it = await conversation({
    beforeAccept: () => (hang ? new Promise(() => undefined) : undefined),
  });
  const { message_id } = await it.write();
  it.clock.move(MINUTE_MS);
  hang = true;
  const dead = it.work(message_id);
  await expect.poll(() => it.status(message_id)).toBe("INPROGRESS");
  expect(await it.work(message_id)).toBe(121_000);
  it.clock.move(121 * SECOND_MS);
  expect(await it.work(message_id)).toBeUndefined();
  expect(await it.status(message_id)).toBe("FAILED");
  it.sink.cut();
  await dead;
  expect(await it.status(message_id)).toBe("FAILED");
  const { messages } = await getThread(it.actor, { thread_id: it.thread_id });
  expect(messages.at(-1)?.failure).toContain("interrupted");
});

test("an answer that arrives while ours is on its way stays in Inbox", async () => {
  await using it = await conversation();
  const { message_id } = await it.write();
  it.clock.move(MINUTE_MS);
  await receive(it.world, { from: "lead0@prospect.example", answers: it.sent, text: "Forget it." });
  await it.work(message_id);
  const { items } = await listThreads(it.actor, { folder: "unread" });
  expect(items).toMatchObject([{ snippet: "Forget it.", state: "inbox" }]);
  expect((await listThreads(it.actor, { folder: "sent" })).items).toHaveLength(1);
});

test("markup in a reply leaves as sanitised HTML, plain text leaves unchanged", async () => {
  await using it = await conversation();
  const { message_id } = await it.write('<p>Hi <b>Lee</b><img src="x" onerror="alert(1)"></p>');
  const plain = await it.write("1 < 2 & 3 > 2");
  it.clock.move(MINUTE_MS);
  await it.work(message_id);
  await it.work(plain.message_id);
  const [, html = "", text = ""] = it.sink.mails.map(({ raw }) => raw);
  expect(html).toContain("<b>Lee</b>");
  expect(html).not.toContain("onerror");
  expect(text).toContain("1 < 2 & 3 > 2");
  expect(text).not.toContain("text/html");
});

test("what is no answer of the conversation can be neither taken back nor sent again", async () => {
  await using it = await conversation();
  const { thread_id } = it;
  const { messages } = await getThread(it.actor, { thread_id });
  const received = messages.find(({ direction }) => direction === "in")?.id ?? "";
  for (const message_id of ["x", "|", "😀|x", "2026-03-02T09:00:00.000Z|x", received]) {
    for (const change of [cancelReply, retryReply]) {
      const refused = change(it.actor, { thread_id, message_id });
      await expect(refused, message_id).rejects.toMatchObject({ code: "not_found" });
    }
  }
});

test.each(["<p> </p>", "<div><br></div>", " \n "])("%j is no answer", async (body) => {
  await using it = await conversation();
  await expect(it.write(body)).rejects.toMatchObject({
    code: "invalid",
    fields: { body: [told("Write something first")] },
  });
});

test("an answer leaves while its account has stopped its campaigns; while the operator has stopped sending it waits and can be taken back", async () => {
  await using it = await conversation();
  await stopSending(it.actor, { reason: "Wrong links" });
  const first = await it.write();
  it.clock.move(MINUTE_MS);
  expect(await it.work(first.message_id)).toBeUndefined();
  expect(await it.status(first.message_id)).toBe("COMPLETED");

  const said = { who: "Olga", reason: "Spam" };
  await stopSendingAsOperator(systemActor(it.actor.accountId), said);
  const second = await it.write("Or at eleven?");
  it.clock.move(MINUTE_MS);
  expect(await it.work(second.message_id)).toBe(MINUTE_MS);
  expect(await it.status(second.message_id)).toBe("SCHEDULED");
  expect(it.sink.mails).toHaveLength(2);
  await startSendingAsOperator(systemActor(it.actor.accountId), said);
  it.clock.move(MINUTE_MS);
  expect(await it.work(second.message_id)).toBeUndefined();
  expect(it.sink.mails).toHaveLength(3);
});
