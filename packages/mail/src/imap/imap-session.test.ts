import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { MailServer } from "../host/mail-server.ts";
import { closeImap, connectImap } from "./connect-imap.ts";
import { findFolders } from "./find-folders.ts";
import { findInSent } from "./find-in-sent.ts";
import type { ImapError } from "./imap-error.ts";
import { pollFolder } from "./poll-folder.ts";
import { verifyImap } from "./verify-imap.ts";

/** What a server says to a command: lines, the last one the tagged answer without its tag. No lines: it hangs up. */
type Answers = Record<string, string[]>;

/** An IMAP server without any extension, for what well-kept servers never do. */
async function serve(answers: Answers): Promise<MailServer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.write("* OK ready\r\n");
    socket.on("data", (data) => {
      for (const line of data.toString().split("\r\n").filter(Boolean)) answer(socket, line);
    });
  });
  const answer = (socket: Socket, line: string) => {
    const [tag = "", ...words] = line.split(" ");
    const command = words.join(" ").toUpperCase();
    const key = Object.keys(answers).find((start) => command.startsWith(start));
    const lines = key ? answers[key] : ["OK done"];
    if (!lines?.length) return socket.destroy();
    const text = lines.map((said, index) => (index < lines.length - 1 ? said : `${tag} ${said}`));
    socket.write(`${text.join("\r\n")}\r\n`);
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  const address = server.address();
  return {
    host: "imap.example.com",
    port: typeof address === "object" && address ? address.port : 0,
    security: "None",
    login: { user: "ann@example.com", password: "secret" },
    allowPrivate: true,
    lookup: async () => ["127.0.0.1"],
  };
}

const CAPABILITY = ["* CAPABILITY IMAP4rev1", "OK done"];

async function errorOf(promise: Promise<unknown>) {
  return promise.then(
    () => undefined,
    ({ kind, message }: ImapError) => ({ kind, message }),
  );
}

test("a login that the server cannot check now is not a wrong password", async () => {
  const server = await serve({
    CAPABILITY,
    LOGIN: ["NO [UNAVAILABLE] Temporary authentication failure"],
  });
  expect(await errorOf(verifyImap(server))).toEqual({
    kind: "mailbox-busy",
    message: "Temporary authentication failure",
  });
});

test("a refused login is the mailbox's fault, in the server's own words", async () => {
  const server = await serve({
    CAPABILITY,
    LOGIN: ["NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)"],
  });
  expect(await errorOf(verifyImap(server))).toEqual({
    kind: "mailbox-auth",
    message: "Invalid credentials (Failure)",
  });
});

test("a connection lost during login is not a wrong password", async () => {
  const server = await serve({ CAPABILITY, LOGIN: [] });
  expect((await errorOf(verifyImap(server)))?.kind).toBe("network");
});

test("TLS without a server that offers it is refused before the password is sent", async () => {
  const server = await serve({ CAPABILITY, LOGIN: ["NO the password was sent"] });
  const error = await errorOf(verifyImap({ ...server, security: "TLS" }));
  expect(error?.kind).toBe("network");
  expect(error?.message).toMatch(/STARTTLS/);
});

test.each([
  ["Sent Items", "Junk E-mail"],
  ["Gesendet", "Spam"],
  ["Envoy&AOk-s", "Ind&AOk-sirables"],
  ["Enviados", "Correo no deseado"],
  ["Inviata", "Posta indesiderata"],
  ["&BB4EQgQ,BEAEMAQyBDsENQQ9BD0ESwQ1-", "&BCEEPwQwBDw-"],
])("without marks of the server, Sent is found as %s and Junk as %s", async (sent, junk) => {
  const names = ["INBOX", "Projects", sent, junk];
  const list = [...names.map((name) => `* LIST () "/" "${name}"`), "OK done"];
  const connection = await connectImap(await serve({ CAPABILITY, 'LIST "" "*"': list }));
  const folders = await findFolders(connection);
  await closeImap(connection);
  expect(folders).toEqual({ inbox: "INBOX", sent: decode(sent), junk: decode(junk) });
});

test("a mailbox without Sent and Junk has only its Inbox", async () => {
  const list = ['* LIST () "/" "INBOX"', "OK done"];
  const connection = await connectImap(await serve({ CAPABILITY, 'LIST "" "*"': list }));
  expect(await findFolders(connection)).toEqual({ inbox: "INBOX" });
  await closeImap(connection);
});

test("a search that the server refuses fails instead of saying that nothing was sent", async () => {
  const server = await serve({
    CAPABILITY,
    EXAMINE: ["* 1 EXISTS", "* OK [UIDVALIDITY 1]", "* OK [UIDNEXT 2]", "OK [READ-ONLY] done"],
    "UID SEARCH": ["NO Search is down"],
  });
  const connection = await connectImap(server);
  const error = await errorOf(findInSent(connection, "Sent", "<a@example.com>"));
  await closeImap(connection);
  expect(error?.kind).toBe("refused");
});

test("a server without change numbers is polled by UIDNEXT alone", async () => {
  const server = await serve({
    CAPABILITY,
    STATUS: ["* STATUS INBOX (UIDNEXT 8 UIDVALIDITY 5)", "OK done"],
    EXAMINE: ["* 1 EXISTS", "* OK [UIDVALIDITY 5]", "* OK [UIDNEXT 8]", "OK [READ-ONLY] done"],
    // RFC 9051 6.4.9: a range from beyond the end gives the last message all the same.
    "UID SEARCH": ["* SEARCH 7", "OK done"],
    "UID FETCH": ["* 1 FETCH (UID 7 RFC822.SIZE 5)", "OK done"],
  });
  const connection = await connectImap(server);
  const since = new Date(0);
  const cursor = { uidValidity: "5", lastUid: 7, uidNext: 8 };
  expect((await pollFolder(connection, "INBOX", { since, cursor })).change).toBe("none");
  const stale = { uidValidity: "5", lastUid: 7, uidNext: 7 };
  const poll = await pollFolder(connection, "INBOX", { since, cursor: stale });
  expect(poll.cursor).toEqual(cursor);
  for await (const message of poll.messages) expect(message).toBeUndefined();
  await closeImap(connection);
});

test("a status that the server refuses is an error, not an empty folder", async () => {
  const list = ['* LIST () "/" "INBOX"', "OK done"];
  const server = await serve({ CAPABILITY, STATUS: ["NO not now"], LIST: list });
  const connection = await connectImap(server);
  const error = await errorOf(pollFolder(connection, "INBOX", { since: new Date(0) }));
  await closeImap(connection);
  expect(error?.kind).toBe("refused");
});

/** Folder names travel in modified UTF-7 (RFC 3501 5.1.3). */
function decode(name: string): string {
  return name.replace(/&([^-]+)-/g, (_, base64: string) =>
    Buffer.from(base64.replaceAll(",", "/"), "base64").swap16().toString("utf16le"),
  );
}
