import { now } from "@thaw/core/clock";
import { pollMailbox } from "@thaw/core/inbox/poll/poll-mailbox";
import { listThreads } from "@thaw/core/inbox/thread/thread";
import { getMailbox } from "@thaw/core/senders/mailbox/mailbox";
import { findCursor } from "@thaw/core/senders/mailbox/mailbox-cursor";
import { client } from "@thaw/data/table";
import { startImapBox } from "@thaw/local/demo/imap-box";
import { expect, onTestFinished, test } from "vitest";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { takePolls } from "../../../../tests/support/queued-polls.ts";
import { makeWorld } from "../../../../tests/support/world.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
const cloud = await cloudOfFile();

const mailOf = (name: string) =>
  Buffer.from(
    `From: ${name}@x.example\r\nTo: sender0@sender.example\r\nSubject: ${name}\r\n` +
      `Message-ID: <${name}@x.example>\r\n\r\nHello`,
  );

/** A mailbox with a server of its own, to which these mails came. */
async function mailboxWith(names: readonly string[]) {
  const box = await startImapBox({
    address: "sender0@sender.example",
    password: "secret",
    port: 0,
  });
  onTestFinished(box.stop);
  const servers = { smtpPort: 1, imapPort: box.port };
  const { actor, mailboxIds } = await makeWorld({ ...servers, leads: 1, start: false });
  // Servers keep whole seconds; what came before the mailbox was connected is passed over.
  for (const name of names) box.append("INBOX", mailOf(name), now() + 2_000);
  return { box, actor, key: { accountId: actor.accountId, mailboxId: mailboxIds[0] ?? 0 } };
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
