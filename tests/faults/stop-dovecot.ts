/**
 * Bar 5. The IMAP server is gone for ten minutes, while answers arrive at the mail server before it; later it comes back with
 * other numbers for every mail (UIDVALIDITY). No answer is lost, doubled, or has its effects twice.
 */

import { execFile } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { MINUTE_MS } from "@thaw/core/duration";
import { findCursor } from "@thaw/core/senders/mailbox/mailbox-cursor";
import { findMailbox } from "@thaw/core/senders/mailbox/mailbox-record";
import {
  answerTo,
  inboxOf,
  labOrEnd,
  makeLabWorld,
  pollAll,
  postAll,
} from "./support/lab-world.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { printFigure, show } from "./support/verdict.ts";
import { waitUntil } from "./support/wait.ts";

const START = "2026-03-02T06:00:00.000Z";
const RATE = 60;
const ANSWERS = 30;

const lab = await labOrEnd();
scaleClock(START, RATE);
const users = lab.users.filter((user) => user.endsWith("@beta.test"));
const world = await makeLabWorld(lab, users, ANSWERS);
const { accountId } = world.actor;
const answers = world.sent.map((sent) => ({ to: sent.mailbox, raw: answerTo(sent) }));
const third = ANSWERS / 3;

await postAll(lab, answers.slice(0, third));
const before = await pollUntil(third);
printFigure("answers stored before the outage", before.received);

await lab.stopService("dovecot");
await postAll(lab, answers.slice(third, 2 * third));
const backAt = Date.now() + (10 * MINUTE_MS) / RATE;
while (Date.now() < backAt) {
  await pollAll(world);
  await sleep(500);
}
const away = await inboxOf(world, START);
const { connected, failures } = await healthOf();
await lab.startService("dovecot");
await promisify(execFile)("postqueue", ["-c", join(lab.dir, "postfix/etc"), "-f"]);
const back = await pollUntil(2 * third);
show("reads that failed while it was gone", failures, failures > 0);
show("answers stored while it was gone", away.received - before.received, away.received === third);
show("mailboxes still connected", connected, connected === users.length);
show("answers stored once it was back", back.received, back.received === 2 * third);

const numbers = await validities();
await lab.stopService("dovecot");
await Promise.all(users.map(renumber));
await lab.startService("dovecot");
await postAll(lab, answers.slice(2 * third));
await pollUntil(ANSWERS);
// Every folder is read once more with the new numbers.
await sleep((10 * MINUTE_MS) / RATE);
await pollAll(world);
const end = await inboxOf(world, START);
const changed = (await validities()).filter((number, index) => number !== numbers[index]).length;
show("mailboxes with other numbers", changed, changed === users.length);
show("answers stored in the end", end.received, end.received === ANSWERS);
show("conversations", end.conversations, end.conversations === ANSWERS);
show("reply events", end.replied, end.replied === ANSWERS);
show("bounce events", end.bounced, end.bounced === 0);
await lab.stop();
process.exit();

/** Reads the mailboxes until so many answers are there, at most a minute and a half. */
async function pollUntil(received: number) {
  await waitUntil(90, async () => {
    await pollAll(world);
    return (await inboxOf(world, START)).received >= received;
  });
  return inboxOf(world, START);
}

async function healthOf() {
  const states = await Promise.all(world.mailboxIds.map((id) => findMailbox(accountId, id)));
  const failed = states.map((state) => (state?.failures as unknown[] | undefined)?.length ?? 0);
  return {
    connected: states.filter((state) => state?.connectionState === "CONNECTED").length,
    failures: failed.reduce((sum, count) => sum + count, 0),
  };
}

async function validities() {
  const read = await Promise.all(
    world.mailboxIds.map((mailboxId) => findCursor({ accountId, mailboxId })),
  );
  return read.map((cursor) => cursor?.cursors?.inbox?.uidValidity);
}

/** Deletes what Dovecot knows of the numbers of a mailbox, as a restore from a backup does. */
async function renumber(user: string): Promise<void> {
  const [name = "", domain = ""] = user.split("@");
  const folder = join(lab.dir, "mail", domain, name);
  for (const file of await readdir(folder)) {
    if (file.startsWith("dovecot")) await rm(join(folder, file), { force: true });
  }
}
