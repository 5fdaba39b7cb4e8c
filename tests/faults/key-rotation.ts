/**
 * The whole product, as `npm start` runs it, has its signing keys rotated in the middle of sending: an installation from before
 * there were rings of keys gets them, then a newer key in each, and in the end the session keys from before are removed. Links of
 * emails that left under every key open and unsubscribe, answers to them are matched, no email leaves twice, and nobody is signed
 * out before a session key is removed.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { readSecrets, writeSecrets } from "@thaw/local/data-folder";
import type { SunkMail } from "../support/sink.ts";
import { type Api, listAll, signIn } from "./support/api-client.ts";
import { isThread, messageIdOf } from "./support/post-office.ts";
import { show } from "./support/verdict.ts";
import { waitUntil } from "./support/wait.ts";
import { beginWork, installWithMailboxes } from "./support/working-product.ts";

const run = promisify(execFile);
const MAILBOXES = 8;
const ANSWERED = 0.25;
/** Emails that leave under each key. */
const LEAST_MAILS = 10;
const MESSAGE_ID = /^<[\w-]{22}\.(?:([a-z0-9]{1,2})\.)?[\w-]{16}@/;

const place = await installWithMailboxes(MAILBOXES, ANSWERED);
const { product, books, office, beganAt } = place;

// As the first release left it: one secret for everything.
await product.start();
await product.kill();
writeSecrets(product.data, {
  s3SecretKey: readSecrets(product.data).s3SecretKey,
  tokenSecret: randomBytes(32).toString("base64url"),
});
await product.start();
const { api, campaign, work } = await beginWork(place);
const sessions: Api[] = [api];

await sendSome();
for (const id of ["1", "2"]) {
  // In the middle of sending: what is on its way is cut off.
  const busy = work.start();
  await keys("rotate", "session");
  await keys("rotate", "link");
  await product.kill();
  work.stop();
  await busy;
  await product.start();
  sessions.push(await signIn(product));
  await sendSome();
  show(`emails under key ${id}`, under(id).length, under(id).length >= LEAST_MAILS / 2);
}
office.close();
await work.finish();
const isDone = await waitUntil(
  240,
  async () => (await books.openMessages(campaign, work.leadIds)) === 0,
);
await waitUntil(60, async () => (await work.conversations()).received >= office.answers.length);
await judge();

await keys("remove", "session", "1");
await keys("remove", "session", "-");
await product.kill();
await product.start();
const alive = await Promise.all(sessions.map(isSignedIn));
show(
  "sessions alive once their keys were removed",
  alive.join(", "),
  alive.join() === "false,false,true",
);
await expectLinks("once session keys were removed");
await keys("remove", "link", "1");
await product.kill();
await product.start();
const dead = await statuses(under("1").map((mail) => linkOf("u", mail)));
const others = await statuses([...under("-"), ...under("2")].map((mail) => linkOf("u", mail)));
show("links alive of a link key that was removed", count(dead, 200), count(dead, 200) === 0);
show("links alive of the others", count(others, 200), count(others, 200) === others.length);
process.exit();

/** Works and waits until so many more emails have left. */
async function sendSome(): Promise<void> {
  const before = office.mails.length;
  const busy = work.start();
  const hasSent = await waitUntil(120, () => office.mails.length >= before + LEAST_MAILS);
  work.stop();
  await busy;
  show("emails leave", office.mails.length - before, hasSent);
}

/** As an operator does it, while the product runs. */
async function keys(...args: string[]): Promise<void> {
  await run(process.execPath, ["scripts/keys.ts", ...args, "--data", product.data]);
}

async function judge(): Promise<void> {
  const ids = office.mails.map(messageIdOf);
  const firsts = office.mails.filter((mail) => !isThread(mail)).map(({ to }) => to[0]);
  const twice = ids.length - new Set(ids).size + firsts.length - new Set(firsts).size;
  const { received } = await work.conversations();
  const sessionsAlive = await Promise.all(sessions.map(isSignedIn));
  show("every first mail came to an end", String(isDone), isDone);
  show("mails twice on the wire", twice, twice === 0);
  show(
    "answers of leads, stored",
    `${office.answers.length}, ${received}`,
    received === office.answers.length,
  );
  show(
    "sessions alive after two rotations",
    sessionsAlive.join(", "),
    sessionsAlive.every(Boolean),
  );
  await expectLinks("after two rotations");
}

/** Of emails under each key one is opened, and another is left by its reader. */
async function expectLinks(when: string): Promise<void> {
  for (const id of ["-", "1", "2"]) {
    const mails = under(id);
    await statuses(mails.map((mail) => linkOf("o", mail)));
    const hasAll = await waitUntil(30, async () => (await unopened(mails)) === 0);
    show(`images of key ${id} are opens ${when}`, mails.length, hasAll && mails.length > 0);
    const leaving = mails.slice(0, 3);
    const done = await statuses(
      leaving.map((mail) => linkOf("u", mail)),
      "POST",
    );
    show(
      `one-click unsubscribes of key ${id} ${when}`,
      `${count(done, 200)} of ${done.length}`,
      isAll(done),
    );
    const blocked = await blockedAmong(leaving.map(({ to }) => to[0] ?? ""));
    show(
      `of them on the block list`,
      `${blocked} of ${leaving.length}`,
      blocked === leaving.length,
    );
  }
}

/** The campaign's mails that left under the key of this id, as their Message-IDs name it. */
function under(id: string): SunkMail[] {
  return office.mails.filter((mail) => {
    if (isThread(mail)) return false;
    const [, kid = "-"] = MESSAGE_ID.exec(messageIdOf(mail)) ?? [];
    return kid === id;
  });
}

/** The link of a mail to open (o) or unsubscribe (u) as the mail has it, in whichever encoding. */
function linkOf(kind: "o" | "u", { raw }: SunkMail): string {
  const text = raw.replace(/=\r\n/g, "").replace(/\r\n[ \t]/g, "");
  return new RegExp(`http://127\\.0\\.0\\.1:\\d+/${kind}/[\\w.-]+`).exec(text)?.[0] ?? "no link";
}

/** How many of these mails nobody has opened, as the product knows it. */
async function unopened(mails: readonly SunkMail[]): Promise<number> {
  const sendIds = new Set(mails.map((mail) => /^<([\w-]{22})\./.exec(messageIdOf(mail))?.[1]));
  const events = await books.eventsSince(campaign, beganAt);
  for (const { kind, sendId } of events) if (/open/.test(kind)) sendIds.delete(sendId);
  return sendIds.size;
}

function statuses(links: readonly string[], method = "GET"): Promise<number[]> {
  const body =
    method === "POST" ? { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) } : {};
  return Promise.all(
    links.map(async (link) =>
      URL.canParse(link) ? (await fetch(link, { method, ...body })).status : 0,
    ),
  );
}

function count(found: readonly number[], status: number): number {
  return found.filter((each) => each === status).length;
}

function isAll(found: readonly number[]): boolean {
  return found.length > 0 && count(found, 200) === found.length;
}

async function isSignedIn(as: Api): Promise<boolean> {
  return as("GET", "/auth/me").then(
    () => true,
    () => false,
  );
}

async function blockedAmong(emails: readonly string[]): Promise<number> {
  const entries = await listAll<{ value: string }>(sessions.at(-1) ?? api, "/block-list");
  return emails.filter((email) => entries.some(({ value }) => value === email)).length;
}
