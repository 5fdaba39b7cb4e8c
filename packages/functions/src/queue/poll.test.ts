import { now } from "@thaw/core/clock";
import { listThreads } from "@thaw/core/inbox/thread";
import { findCursor } from "@thaw/core/mailbox/mailbox-cursor";
import { pollMailbox } from "@thaw/core/poll/poll-mailbox";
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

test("where a job has no time for all of a mailbox the next goes on where it stopped, and each mail is taken in once", async () => {
  const box = await startImapBox({
    address: "sender0@sender.example",
    password: "secret",
    port: 0,
  });
  onTestFinished(box.stop);
  const servers = { smtpPort: 1, imapPort: box.port };
  const { actor, mailboxIds } = await makeWorld({ ...servers, leads: 1, start: false });
  const key = { accountId: actor.accountId, mailboxId: mailboxIds[0] ?? 0 };
  // Servers keep whole seconds; what came before the mailbox was connected is passed over.
  for (const name of ["ada", "bo", "cy"]) box.append("INBOX", mailOf(name), now() + 2_000);

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
