/**
 * Bar 15. Mails that are made to harm their readers lie in a mailbox on real Dovecot. The worker that polls it survives in
 * little memory, takes each of them in, shows those that nobody should open as too large, and the mail behind them as it is.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { listThreads } from "@thaw/core/inbox/thread/thread";
import { getThread } from "@thaw/core/inbox/thread/thread-detail";
import { watchMemory } from "../support/peak-memory.ts";
import { pollMailbox } from "../support/poll-mailbox.ts";
import { makeWorld } from "../support/world.ts";
import { labOrEnd, layInto } from "./support/lab-world.ts";
import { show } from "./support/verdict.ts";

const MEGABYTE = 1_048_576;
const MOST_BYTES = 512 * MEGABYTE;
const PARTS_DEEP = 1_000;
const BASE64_LINE = /.{1,76}/g;

/** What stands behind the headers that every mail has, and what of it is shown. */
type Hostile = { rest: () => string; tooLarge: boolean };

const MAILS: Record<string, Hostile> = {
  "30 MB of text": { rest: () => `\r\n${"a b\r\n".repeat(6 * MEGABYTE)}`, tooLarge: true },
  "parts nested 1,000 deep": { rest: nested, tooLarge: true },
  "100,000 headers": { rest: () => `${"X-A: b\r\n".repeat(100_000)}\r\nHi\r\n`, tooLarge: true },
  "a header of 8 MB": {
    rest: () => `X-A: ${"a".repeat(8 * MEGABYTE)}\r\n\r\nHi\r\n`,
    tooLarge: true,
  },
  "a packed attachment of 256 MB": { rest: packed, tooLarge: false },
  "9 MB of text": { rest: () => `\r\n${"a b\r\n".repeat((9 * MEGABYTE) / 5)}`, tooLarge: true },
  Hi: { rest: () => "\r\nHi\r\n", tooLarge: false },
};

const [, , role, accountId = "", mailboxId = ""] = process.argv;
if (role === "poll") await pollInChild({ accountId: +accountId, mailboxId: +mailboxId });
else await deliver();
process.exit();

async function deliver(): Promise<void> {
  const lab = await labOrEnd();
  const user = lab.users.find((name) => name.endsWith("@beta.test")) ?? "";
  const { actor, mailboxIds } = await makeWorld({
    smtpPort: lab.smtp.None,
    imapPort: lab.imap.None,
    users: [user],
    mailbox: { password: lab.password },
    leads: 1,
    start: false,
  });
  const mails = Object.entries(MAILS).map(([subject, { rest }]) => {
    const head = [
      `From: ${subject.replace(/\W+/g, "-")}@hostile.example`,
      `To: ${user}`,
      `Subject: ${subject}`,
      `Message-ID: <${crypto.randomUUID()}@hostile.example>`,
    ];
    return { folder: "INBOX", raw: `${head.join("\r\n")}\r\n${rest()}` };
  });
  await layInto(lab, user, mails);
  const worker = fork(import.meta.filename, [
    "poll",
    String(actor.accountId),
    String(mailboxIds[0]),
  ]);
  const [code, peakBytes] = await Promise.all([once(worker, "exit"), once(worker, "message")]);
  await lab.stop();
  show("the worker survives", `exit ${code[0]}`, code[0] === 0);
  const peak = Number(peakBytes[0]);
  show("its memory", `${(peak / MEGABYTE).toFixed(0)} MB`, peak < MOST_BYTES);

  const { items } = await listThreads(actor, { folder: "untracked", limit: 100 });
  for (const [subject, { tooLarge }] of Object.entries(MAILS)) {
    const found = items.find((thread) => thread.subject === subject);
    const { messages } = found ? await getThread(actor, { thread_id: found.id }) : { messages: [] };
    const shown = messages.map(({ too_large }) => (too_large ? "as too large" : "as it is"));
    show(
      subject,
      `shown ${shown.join()}`,
      shown.join() === (tooLarge ? "as too large" : "as it is"),
    );
  }
}

function nested(): string {
  const opened = Array.from(
    { length: PARTS_DEEP },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  );
  return `${opened.join("")}Content-Type: text/plain\r\n\r\ndeep\r\n`;
}

function packed(): string {
  const file = gzipSync(Buffer.alloc(256 * MEGABYTE)).toString("base64");
  return [
    "Content-Type: multipart/mixed; boundary=b\r\n",
    "--b\r\nContent-Type: text/plain\r\n\r\nLook inside.",
    "--b\r\nContent-Type: application/zip; name=42.zip",
    "Content-Disposition: attachment; filename=42.zip",
    "Content-Transfer-Encoding: base64\r\n",
    ...(file.match(BASE64_LINE) ?? []),
    "--b--\r\n",
  ].join("\r\n");
}

/** Reads the mailbox as a worker does, and tells its parent how much memory that took. */
async function pollInChild(key: { accountId: number; mailboxId: number }): Promise<void> {
  using memory = watchMemory();
  await pollMailbox(key);
  await new Promise((resolve) => process.send?.(memory.peakBytes(), resolve));
}
