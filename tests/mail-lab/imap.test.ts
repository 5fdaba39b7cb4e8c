import { SECURITIES } from "@thaw/mail/host/presets.schema";
import { appendToSent } from "@thaw/mail/imap/append-to-sent";
import { closeImap, connectImap } from "@thaw/mail/imap/connect-imap";
import { findFolders } from "@thaw/mail/imap/find-folders";
import { findInSent } from "@thaw/mail/imap/find-in-sent";
import { type FolderCursor, type FolderMessage, pollFolder } from "@thaw/mail/imap/poll-folder";
import { verifyImap } from "@thaw/mail/imap/verify-imap";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type MailLab, mailLab } from "./lab.ts";
import { eventually, imapOf, openImap, submit, testMail } from "./mailbox.ts";

const found = await mailLab();
const lab = found as MailLab;
afterAll(() => found?.stop());
beforeEach(() => found?.reset());

const ann = "user01@alpha.test";
const bob = "user06@beta.test";
const since = new Date(Date.now() - 14 * 86_400_000);

/** Reads a poll to its end. */
async function all(messages: AsyncIterable<FolderMessage>): Promise<FolderMessage[]> {
  const read: FolderMessage[] = [];
  for await (const message of messages) read.push(message);
  return read;
}

function idsOf(messages: FolderMessage[]): (string | undefined)[] {
  return messages.map(({ source }) => /^Message-ID: (.*)$/im.exec(source.toString())?.[1]?.trim());
}

describe.runIf(found)("IMAP against Dovecot", () => {
  test.each(SECURITIES)("signing in works over %s, a wrong password does not", async (security) => {
    const server = imapOf(lab, ann, security);
    await verifyImap(server);
    const wrong = verifyImap({ ...server, login: { user: ann, password: "wrong" } });
    await expect(wrong).rejects.toMatchObject({
      kind: "mailbox-auth",
      message: expect.stringMatching(/Authentication failed/),
    });
  });

  test("None stays in the clear and TLS is encrypted on the same port", async () => {
    const encrypted = async (security: "TLS" | "None") => {
      const connection = await connectImap(imapOf(lab, ann, security));
      await closeImap(connection);
      return connection.client.secureConnection;
    };
    expect(await encrypted("TLS")).toBe(true);
    expect(await encrypted("None")).toBe(false);
  });

  test("a certificate for another name is refused, at once and after STARTTLS", async () => {
    for (const security of ["SSL", "TLS"] as const) {
      const server = { ...imapOf(lab, ann, security), host: "imap.example.com" };
      await expect(verifyImap(server)).rejects.toMatchObject({
        kind: "network",
        message: expect.stringMatching(/^The certificate of imap\.example\.com/),
      });
    }
  });

  test("a private host is refused unless the operator allows it", async () => {
    const refused = verifyImap({ ...imapOf(lab, ann), port: 993, allowPrivate: false });
    await expect(refused).rejects.toThrow(/not on the public internet/);
  });

  test("Inbox, Sent and Junk are found by what the server marks", async () => {
    const connection = await openImap(lab, bob);
    expect(await findFolders(connection)).toEqual({ inbox: "INBOX", sent: "Sent", junk: "Junk" });
  });

  test("a poll gives new messages once, in order, with their headers, size and date", async () => {
    const connection = await openImap(lab, bob);
    const start = await pollFolder(connection, "INBOX", { since });
    expect(await all(start.messages)).toEqual([]);

    const one = await appended(bob, "one");
    const two = await appended(bob, "two");
    const first = await pollFolder(connection, "INBOX", { since, cursor: start.cursor });
    const messages = await all(first.messages);
    expect(first.change).toBe("new");
    expect(idsOf(messages)).toEqual([one.messageId, two.messageId]);
    expect(messages[0]).toMatchObject({ tooLarge: false, sizeBytes: one.raw.length, flags: [] });
    expect(messages[0]?.source.equals(one.raw)).toBe(true);
    expect(Math.abs(Number(messages[0]?.internalDate) - Date.now())).toBeLessThan(600_000);

    const again = await pollFolder(connection, "INBOX", { since, cursor: first.cursor });
    expect(again).toMatchObject({ change: "none", cursor: first.cursor, hasMore: false });

    const three = await appended(bob, "three");
    const third = await pollFolder(connection, "INBOX", { since, cursor: first.cursor });
    expect(idsOf(await all(third.messages))).toEqual([three.messageId]);
  });

  test("polling marks nothing as read", async () => {
    await appended(bob, "unread");
    const reader = await openImap(lab, bob);
    await all((await pollFolder(reader, "INBOX", { since })).messages);
    await all((await pollFolder(reader, "INBOX", { since, maxBytes: 10 })).messages);
    const other = await openImap(lab, bob);
    expect(await other.client.status("INBOX", { unseen: true })).toMatchObject({ unseen: 1 });
  });

  test("a change of flags gives no message again", async () => {
    await appended(bob, "flagged");
    const connection = await openImap(lab, bob);
    const { cursor } = await pollFolder(connection, "INBOX", { since });
    const owner = await openImap(lab, bob);
    await owner.client.mailboxOpen("INBOX");
    await owner.client.messageFlagsAdd("1", ["\\Flagged"]);
    const after = await pollFolder(connection, "INBOX", { since, cursor });
    expect(await all(after.messages)).toEqual([]);
  });

  test("a folder with only old mail counts as read from its end", async () => {
    const connection = await openImap(lab, bob);
    await appended(bob, "old", new Date("2001-01-01T00:00:00Z"));
    const first = await pollFolder(connection, "INBOX", { since });
    expect(await all(first.messages)).toEqual([]);
    const recent = await appended(bob, "recent");
    const second = await pollFolder(connection, "INBOX", { since, cursor: first.cursor });
    expect(idsOf(await all(second.messages))).toEqual([recent.messageId]);
  });

  test("more than the limit comes over several polls without loss or repetition", async () => {
    const sent: string[] = [];
    for (let index = 0; index < 60; index++) sent.push((await appended(bob, "many")).messageId);
    const connection = await openImap(lab, bob);
    const read: (string | undefined)[] = [];
    let cursor: FolderCursor | undefined;
    let hasMore = true;
    while (hasMore) {
      const poll = await pollFolder(connection, "INBOX", { since, cursor, limit: 40 });
      read.push(...idsOf(await all(poll.messages)));
      ({ cursor, hasMore } = poll);
    }
    expect(read).toEqual(sent);
    const end = await pollFolder(connection, "INBOX", { since, cursor });
    expect(end.change).toBe("none");
  });

  test("other commands may run between two messages of a poll", async () => {
    for (const body of ["one", "two"]) await appended(bob, body);
    const connection = await openImap(lab, bob);
    const { messages } = await pollFolder(connection, "INBOX", { since });
    let searched = 0;
    for await (const _ of messages) {
      expect(await findInSent(connection, "Sent", "<nothing@beta.test>")).toBe(false);
      searched++;
    }
    expect(searched).toBe(2);
  });

  test("a message that is too large gives its headers only, between others that are whole", async () => {
    const small = await appended(bob, "small");
    const large = await appended(bob, "x".repeat(300_000));
    const last = await appended(bob, "last");
    const connection = await openImap(lab, bob);
    const poll = await pollFolder(connection, "INBOX", { since, maxBytes: 100_000 });
    const messages = await all(poll.messages);
    expect(idsOf(messages)).toEqual([small.messageId, large.messageId, last.messageId]);
    expect(messages.map(({ tooLarge }) => tooLarge)).toEqual([false, true, false]);
    expect(messages[1]?.sizeBytes).toBe(large.raw.length);
    expect(messages[1]?.source.length).toBeLessThan(1_000);
    expect(messages[1]?.source.toString()).toMatch(/\r\n\r\n$/);
    expect(messages[2]?.source.equals(last.raw)).toBe(true);
  });

  test("a changed UIDVALIDITY gives everything since the date again, and then only what is new", async () => {
    const owner = await openImap(lab, bob);
    await owner.client.mailboxCreate("Archive");
    const before = await appended(bob, "before", new Date(), "Archive");
    const connection = await openImap(lab, bob);
    const first = await pollFolder(connection, "Archive", { since });
    expect(idsOf(await all(first.messages))).toEqual([before.messageId]);
    await closeImap(connection);

    await owner.client.mailboxDelete("Archive");
    await owner.client.mailboxCreate("Archive");
    await appended(bob, "old", new Date("2001-01-01T00:00:00Z"), "Archive");
    const after = await appended(bob, "after", new Date(), "Archive");
    const later = await openImap(lab, bob);
    const second = await pollFolder(later, "Archive", { since, cursor: first.cursor });
    expect(second.change).toBe("renumbered");
    expect(idsOf(await all(second.messages))).toEqual([after.messageId]);
    const third = await pollFolder(later, "Archive", { since, cursor: second.cursor });
    expect(third.change).toBe("none");
  });

  test("a folder that does not exist is named as such", async () => {
    const connection = await openImap(lab, bob);
    const poll = pollFolder(connection, "Nowhere", { since });
    await expect(poll).rejects.toMatchObject({ kind: "folder-missing" });
    const search = findInSent(connection, "Nowhere", "<x@y>");
    await expect(search).rejects.toMatchObject({ kind: "folder-missing" });
  });

  test("a provider that keeps copies shows a sent message in Sent, another one does not", async () => {
    const kept = await submit(lab, ann, bob);
    const annSent = await openImap(lab, ann);
    await eventually(async () => (await findInSent(annSent, "Sent", kept.messageId)) || undefined);
    expect(await findInSent(annSent, "Sent", "<never@alpha.test>")).toBe(false);

    const lost = await submit(lab, bob, ann);
    const annInbox = await openImap(lab, ann);
    await eventually(
      async () => (await findInSent(annInbox, "INBOX", lost.messageId)) || undefined,
    );
    const bobSent = await openImap(lab, bob);
    expect(await findInSent(bobSent, "Sent", lost.messageId)).toBe(false);
  });

  test("a copy that we keep is found in Sent, read and dated", async () => {
    const mail = testMail(bob, ann);
    const connection = await openImap(lab, bob);
    const sentAt = new Date("2024-05-06T07:08:09Z");
    await appendToSent(connection, "Sent", mail.raw, sentAt);
    expect(await findInSent(connection, "Sent", mail.messageId)).toBe(true);
    const { messages } = await pollFolder(connection, "Sent", { since: new Date(0) });
    const [copy] = await all(messages);
    expect(copy).toMatchObject({ internalDate: sentAt, flags: ["\\Seen"] });
    expect(copy?.source.equals(mail.raw)).toBe(true);
    const missing = appendToSent(connection, "Nowhere", mail.raw, sentAt);
    await expect(missing).rejects.toMatchObject({ name: "ImapError" });
  });

  test("a search on a broken session fails instead of saying no", async () => {
    const connection = await connectImap(imapOf(lab, ann));
    connection.client.close();
    await expect(findInSent(connection, "Sent", "<x@y>")).rejects.toMatchObject({
      kind: "network",
    });
  });

  test("spam is filed in Junk and read from there", async () => {
    const junkMail = testMail(ann, bob);
    const raw = Buffer.concat([Buffer.from("X-Spam: Yes\r\n"), junkMail.raw]);
    await submit(lab, ann, bob, { ...junkMail, raw });
    const connection = await openImap(lab, bob);
    const [message] = await eventually(async () => {
      const { messages } = await pollFolder(connection, "Junk", { since });
      const read = await all(messages);
      return read.length ? read : undefined;
    });
    expect(idsOf(message ? [message] : [])).toEqual([junkMail.messageId]);
  });

  test("a stopped Dovecot is the network's fault", async () => {
    await lab.stopService("dovecot");
    const refused = verifyImap(imapOf(lab, ann));
    await expect(refused).rejects.toMatchObject({ kind: "network" });
    await lab.startService("dovecot");
    await verifyImap(imapOf(lab, ann));
  });
});

/** Puts a message into a folder as a delivery would, without the queue. */
async function appended(user: string, body: string, date = new Date(), folder = "INBOX") {
  const mail = testMail(ann, user, body);
  const connection = await connectImap(imapOf(lab, user));
  await connection.client.append(folder, mail.raw, [], date);
  await closeImap(connection);
  return mail;
}
