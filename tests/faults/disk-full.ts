/**
 * The whole product, as `npm start` runs it, comes to the largest size that its files may have while leads are added and mails
 * leave: to it that is a disk that is full. It says so once, answers changes with 503, goes on by itself when there is room, and
 * also after a kill in that state. Nothing that was acknowledged is lost, and nothing is sent twice.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { NoAnswer } from "./support/api-client.ts";
import { isThread, messageIdOf } from "./support/post-office.ts";
import { printFigure, show } from "./support/verdict.ts";
import { waitUntil } from "./support/wait.ts";
import { beginWork, installWithMailboxes } from "./support/working-product.ts";

const ROUNDS = 4;
const MAILBOXES = 8;
/** How much more than its largest file at the start of a round the product may write into any. */
const ROOM_KILOBYTES = 1_500;
const FULL_SECONDS = 90;
const LOOK_MS = 8_000;
const TOLD = /Thaw cannot write to/g;
const AGAIN = /There is room again/g;

const place = await installWithMailboxes(MAILBOXES);
const { product, books, office, beganAt } = place;

await product.start();
const { api, accountId, campaign, work } = await beginWork(place);
const seen = { full: 0, told: 0, refused: 0, otherwise: 0, resumed: 0, sentWhileFull: 0 };
await product.kill();

for (let round = 1; round <= ROUNDS; round++) {
  const most = largestKilobytes() + ROOM_KILOBYTES;
  await product.start(most);
  const before = count(TOLD);
  const mails = office.mails.length;
  if (round > 1) await waitUntil(30, () => office.mails.length > mails + MAILBOXES);
  const filling = { on: true };
  const busy = addUntil(filling);
  const isFull = await waitUntil(FULL_SECONDS, () => count(TOLD) > before);
  filling.on = false;
  await busy;
  if (isFull) await lookWhileFull(before);
  printFigure(`round ${round}: ${most} kB`, `full ${isFull}, ${office.mails.length} mails left`);
  // Every other time it is killed as it is; else there is room, and nobody starts it again.
  if (round % 2 === 1 && raiseLimit()) await lookAfterwards();
  await product.kill();
}

await product.start();
await work.finish();
const ended = await waitUntil(
  240,
  async () => (await books.openMessages(campaign, work.leadIds)) === 0,
);
await waitUntil(60, async () => (await work.runningImports()) === 0);
await judge();
process.exit();

/** Adds leads and imports until told otherwise; what is refused is asked for again. */
async function addUntil(filling: { on: boolean }): Promise<void> {
  while (filling.on) {
    const busy = work.start();
    await sleep(700);
    work.stop();
    await busy;
  }
}

async function lookWhileFull(before: number): Promise<void> {
  seen.full += 1;
  const mails = office.mails.length;
  const end = Date.now() + LOOK_MS;
  while (Date.now() < end) {
    await api("POST", "/campaigns", { name: "Too much" }).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error;
      if (error.message.includes('"status":503')) seen.refused += 1;
      else seen.otherwise += 1;
    });
    await sleep(500);
  }
  seen.sentWhileFull += office.mails.length - mails;
  seen.told += count(TOLD) - before;
}

/** Lifts the limit of the running product and of its database. Returns whether this machine can. */
function raiseLimit(): boolean {
  try {
    for (const pid of [product.pid(), ...childrenOf(product.pid())]) {
      execFileSync("prlimit", ["--pid", String(pid), "--fsize=unlimited"]);
    }
    return true;
  } catch {
    return false;
  }
}

async function lookAfterwards(): Promise<void> {
  const mails = office.mails.length;
  const rooms = count(AGAIN);
  const goesOn = await waitUntil(60, () => count(AGAIN) > rooms);
  await work.finish();
  const sends = await waitUntil(60, () => office.mails.length > mails);
  if (goesOn && sends) seen.resumed += 1;
}

function count(said: RegExp): number {
  return product.output().match(said)?.length ?? 0;
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
      .split(" ")
      .filter(Boolean)
      .map(Number),
  );
}

function largestKilobytes(): number {
  const files = readdirSync(product.data, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile())
    .map((file) => statSync(join(file.parentPath, file.name)).size);
  return Math.ceil(Math.max(...sizes) / 1024);
}

async function judge(): Promise<void> {
  const messages = await books.firstMessages(campaign, work.leadIds);
  const sent = messages.filter(({ status }) => status === "SENT").length;
  const unknown = messages.filter(({ status }) => status === "UNKNOWN").length;
  const firsts = office.mails.filter((mail) => !isThread(mail));
  const ids = firsts.map(messageIdOf);
  const people = new Set(firsts.map(({ to }) => to[0]));
  const twice = ids.length - new Set(ids).size + firsts.length - people.size;
  const { agree } = await books.countersAgree(campaign, beganAt, 60);
  const imports = await work.imports();
  const lost = await books.missingLeads(accountId, work.leadIds);

  show("rounds in which the disk was full", `${seen.full} of ${ROUNDS}`, seen.full === ROUNDS);
  show("times that it was told", seen.told, seen.told === seen.full);
  show("changes refused with 503", seen.refused, seen.refused > 0);
  show("changes refused otherwise", seen.otherwise, seen.otherwise === 0);
  printFigure("mails that left meanwhile", seen.sentWhileFull);
  printFigure("went on by itself when there was room", `${seen.resumed} of ${ROUNDS / 2}`);
  show("leads acknowledged, lost", `${work.leadIds.length}, ${lost}`, lost === 0);
  show("every first mail came to an end", String(ended), ended);
  show("first mails SENT, UNKNOWN", `${sent}, ${unknown}`, sent + unknown === messages.length);
  // And the one with whom the campaign was started.
  const reached = people.size - 1;
  show("people on the wire", reached, reached >= sent && reached <= sent + unknown);
  show("mails twice on the wire", twice, twice === 0);
  show("imported rows acknowledged, there", imports.text, imports.holds);
  show("the counters are the events", String(agree), agree);
}
