import { type AddressInfo, createServer } from "node:net";
import { now, toIso } from "@thaw/core/clock";
import { MINUTE_MS } from "@thaw/core/duration";
import { pollMailboxes } from "@thaw/core/inbox/poll/poll-mailboxes";
import { listThreads } from "@thaw/core/inbox/thread/thread";
import { getMailbox } from "@thaw/core/senders/mailbox/mailbox";
import { findCursor } from "@thaw/core/senders/mailbox/mailbox-cursor";
import { cycleAt } from "@thaw/core/senders/mailbox/mailbox-poll";
import { patchMailbox, requireMailbox } from "@thaw/core/senders/mailbox/mailbox-record";
import type { MailboxKey } from "@thaw/core/senders/send-slot/send-slot";
import { client } from "@thaw/data/table";
import { startImapBox } from "@thaw/local/demo/imap-box";
import { expect, onTestFinished, test, vi } from "vitest";
import { stoppedClock } from "../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { pollMailbox } from "../../../../tests/support/poll-mailbox.ts";
import { takePolls } from "../../../../tests/support/queued-polls.ts";
import { makeWorld } from "../../../../tests/support/world.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
const cloud = await cloudOfFile();

const mailOf = (name: string, text = "Hello") =>
  Buffer.from(
    `From: ${name}@x.example\r\nTo: sender0@sender.example\r\nSubject: ${name}\r\n` +
      `Message-ID: <${name}@x.example>\r\n\r\n${text}`,
  );

async function startBox(address: string) {
  const box = await startImapBox({ address, password: "secret", port: 0 });
  onTestFinished(box.stop);
  return box;
}

/** A mailbox with a server of its own, to which these mails came; further ones are not on that server. */
async function mailboxWith(names: readonly string[], mailboxes = 1) {
  const box = await startBox("sender0@sender.example");
  const servers = { smtpPort: 1, imapPort: box.port };
  const { actor, mailboxIds } = await makeWorld({ ...servers, leads: 1, mailboxes, start: false });
  // Servers keep whole seconds; what came before the mailbox was connected is passed over.
  for (const name of names) box.append("INBOX", mailOf(name), now() + 2_000);
  const keys = mailboxIds.map((mailboxId) => ({ accountId: actor.accountId, mailboxId }));
  const [key = { accountId: 0, mailboxId: 0 }] = keys;
  return { box, actor, key, keys };
}

test("where a job has no time for all of a mailbox the next goes on where it stopped, and each mail is taken in once", async () => {
  const { actor, key } = await mailboxWith(["ada", "bo", "cy"]);

  for (const read of [1, 2, 3]) {
    await pollMailbox(key, undefined, AbortSignal.abort());
    expect((await findCursor(key))?.cursors?.inbox?.lastUid).toBe(read);
    expect(await takePolls(cloud, key.accountId)).toEqual([key]);
  }
  await pollMailbox(key);
  expect(await takePolls(cloud, key.accountId)).toEqual([]);
  const { items } = await listThreads(actor, { folder: "untracked" });
  expect(items.map(({ subject }) => subject).sort()).toEqual(["ada", "bo", "cy"]);
});

test("a poll whose connection breaks midway keeps the place of what it took in, and one that comes through writes its place once", async () => {
  const { box, actor, key } = await mailboxWith(Array.from({ length: 30 }, (_, at) => `p${at}`));
  let places = 0;
  let bodies = 0;
  const stop = client.intercept(async (action, input, next) => {
    const text = JSON.stringify(input);
    if (action === "UpdateItem" && text.includes("mailboxcursor_1")) places += 1;
    // Mails are fetched by twenty-five: the server is gone before it is asked for the others.
    if (action === "TransactWriteItems" && (bodies += 1) === 10) await box.stop();
    return next(input);
  });
  onTestFinished(stop);
  await pollMailbox(key);
  expect((await findCursor(key))?.cursors?.inbox?.lastUid).toBe(25);
  expect(places).toBe(1);
  const { items } = await listThreads(actor, { folder: "untracked" });
  expect(items).toHaveLength(25);
  expect((await getMailbox(actor, { mailbox_id: key.mailboxId })).failures).toHaveLength(1);
});

/** A server that takes connections and never says a word. */
async function startSilentServer() {
  let connections = 0;
  const server = createServer(() => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections };
}

async function changeImap(key: MailboxKey, change: { port?: number; secret?: string }) {
  const { imap } = await requireMailbox(key.accountId, key.mailboxId);
  await patchMailbox(key)
    .set({ imap: { ...imap, ...change } })
    .go();
}

test("a server that does not answer delays no other mailbox of its job, and is left alone longer each time until it answers", async () => {
  const { actor, keys } = await mailboxWith(["ada"], 2);
  const [live = keys[0] as MailboxKey, dead = live] = keys;
  const silent = await startSilentServer();
  await changeImap(dead, { port: silent.port });
  using clock = stoppedClock(toIso(Date.now() + 5_000));
  const pollAll = () =>
    pollMailboxes({ mailboxes: keys, cycle: cycleAt(now()) }, AbortSignal.timeout(45_000));

  let isOver = false;
  const first = pollAll().finally(() => {
    isOver = true;
  });
  const untracked = async () => (await listThreads(actor, { folder: "untracked" })).items;
  await vi.waitUntil(async () => (await untracked()).length > 0 || isOver, { timeout: 20_000 });
  expect((await untracked()).map(({ subject }) => subject)).toEqual(["ada"]);
  expect(isOver).toBe(false);
  await first;
  expect((await findCursor(dead))?.failures).toBe(1);

  clock.move(MINUTE_MS * 5);
  await pollAll();
  expect(silent.connections()).toBe(2);
  clock.move(MINUTE_MS * 5);
  await pollAll();
  expect(silent.connections()).toBe(2);

  const box = await startBox("sender1@sender.example");
  await changeImap(dead, { port: box.port });
  clock.move(MINUTE_MS * 5);
  await pollAll();
  expect(await findCursor(dead)).not.toHaveProperty("failures");
});

test("a mailbox that breaks a shared job gets one of its own, and the others are read", async () => {
  const { actor, keys } = await mailboxWith(["ada"], 2);
  const [live, broken = live] = keys;
  await changeImap(broken as MailboxKey, { secret: "v1.a.b.c" });
  const cycle = cycleAt(now());
  await pollMailboxes({ mailboxes: keys, cycle }, AbortSignal.timeout(45_000));
  expect((await listThreads(actor, { folder: "untracked" })).items).toHaveLength(1);
  expect(await takePolls(cloud, actor.accountId)).toEqual([{ ...broken, cycle }]);
  await expect(pollMailbox(broken as MailboxKey, cycle)).rejects.toThrow();
});

test("a large mail is left to a job of its own, so that what fifty mailboxes hold in memory is bounded", async () => {
  const { box, actor, keys } = await mailboxWith(["ada"], 2);
  box.append("INBOX", mailOf("bo", "Hello\r\n".repeat(300_000)), now() + 2_000);
  const [live] = keys;
  const subjects = async () =>
    (await listThreads(actor, { folder: "untracked" })).items.map(({ subject }) => subject).sort();
  await pollMailboxes({ mailboxes: keys, cycle: cycleAt(now()) }, AbortSignal.timeout(45_000));
  expect(await subjects()).toEqual(["ada"]);
  expect(await takePolls(cloud, actor.accountId)).toEqual([live]);
  await pollMailbox(live as MailboxKey);
  expect(await subjects()).toEqual(["ada", "bo"]);
});
