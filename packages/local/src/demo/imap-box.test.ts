import { connectImap } from "@thaw/mail/imap/connect-imap";
import { findFolders } from "@thaw/mail/imap/find-folders";
import { pollFolder } from "@thaw/mail/imap/poll-folder";
import { expect, onTestFinished, test } from "vitest";
import { startImapBox } from "./imap-box.ts";

test("every mail of a mailbox is read whole, with the instant at which it came", async () => {
  const login = { user: "ada@fernhollow.example", password: "secret" };
  const box = await startImapBox({ address: login.user, password: login.password, port: 0 });
  onTestFinished(box.stop);
  const at = Date.parse("2027-03-01T09:30:00.000Z");
  const mails = ["one", "two", "three"].map((word) => Buffer.from(`Subject: ${word}\r\n\r\nÄ`));
  for (const mail of mails) box.append("INBOX", mail, at);
  const server = { host: "127.0.0.1", port: box.port, security: "None", login } as const;
  const connection = await connectImap({ ...server, allowPrivate: true });
  expect(await findFolders(connection)).toEqual({ inbox: "INBOX", sent: "Sent", junk: "Junk" });
  const poll = await pollFolder(connection, "INBOX", { since: new Date(0) });
  const read: { source: Buffer; internalDate: Date }[] = [];
  for await (const { source, internalDate } of poll.messages) read.push({ source, internalDate });
  expect(read).toEqual(mails.map((source) => ({ source, internalDate: new Date(at) })));
});
