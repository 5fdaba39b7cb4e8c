/**
 * Bar 29. The whole product, as `npm start` runs it, is killed fifty times at random moments while leads are added and
 * imported, mails leave, mailboxes are read and conversations are answered. After each start nothing that was acknowledged
 * is lost, nothing was sent twice, and the counters are the events.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { chance } from "./support/chance.ts";
import { isThread, messageIdOf } from "./support/post-office.ts";
import { printFigure, show } from "./support/verdict.ts";
import { waitUntil } from "./support/wait.ts";
import { beginWork, installWithMailboxes } from "./support/working-product.ts";

const KILLS = 50;
const MAILBOXES = 16;
const ANSWERED = 0.25;
/** The product lives at most so long after the look at what is there. */
const LIFE_MS = 4_000;

const place = await installWithMailboxes(MAILBOXES, ANSWERED);
const { product, books, office, beganAt } = place;
const draw = chance("moments");

await product.start();
const { accountId, campaign, work } = await beginWork(place);
const failures = { lost: 0, twice: 0, counters: 0 };
let slowestSeconds = 0;
for (let kill = 1; kill <= KILLS; kill++) {
  const busy = work.start();
  await look();
  await sleep(draw() * LIFE_MS);
  await product.kill();
  work.stop();
  await busy;
  slowestSeconds = Math.max(slowestSeconds, await product.start());
  if (kill % 10 > 0) continue;
  const seconds = (performance.now() / 1000).toFixed(0);
  printFigure(`after ${kill} kills and ${seconds} s`, `${office.mails.length} mails left`);
}

// From here on nothing new comes, and what is under way comes to its end.
office.close();
await work.finish();
await look();
const done = await waitUntil(
  240,
  async () => (await books.openMessages(campaign, work.leadIds)) === 0,
);
await waitUntil(60, async () => (await work.runningImports()) === 0);
await waitUntil(60, async () => {
  const { received, own } = await work.conversations();
  const isUnderWay = own.some((status) => status === "SCHEDULED" || status === "INPROGRESS");
  return received >= office.answers.length && !isUnderWay;
});
await judge();
process.exit();

/** Right after a start: what is there of what was acknowledged, what left twice, what the counters say. */
async function look(): Promise<void> {
  failures.lost += await books.missingLeads(accountId, work.leadIds);
  failures.lost += await work.lostImports();
  const ids = office.mails.map(messageIdOf);
  failures.twice += ids.length - new Set(ids).size;
  const { agree, ...figures } = await books.countersAgree(campaign, beganAt, 20);
  if (agree) return;
  failures.counters += 1;
  console.log(JSON.stringify(figures));
}

async function judge(): Promise<void> {
  const messages = await books.firstMessages(campaign, work.leadIds);
  const by = (...statuses: string[]) => messages.filter(({ status }) => statuses.includes(status));
  const sent = by("SENT");
  const unknown = by("UNKNOWN").length;
  const ids = office.mails.map(messageIdOf);
  const onWire = new Set(ids);
  // The key of the ids' signature is the product's own.
  const sendIds = new Set(ids.map((id) => /^<([\w-]{22})\./.exec(id)?.[1]));
  const proven = sent.filter(({ sendId }) => sendIds.has(sendId)).length;
  const doubled = failures.twice + ids.length - onWire.size + twiceToOne();
  const { counted, after } = await books.countersAgree(campaign, beganAt, 20);
  const events = await books.eventsSince(campaign, beganAt);
  const replied = events.filter(({ kind }) => kind === "replied").length;
  const { received, own } = await work.conversations();
  const answers = office.answers.length;
  const left = office.mails.filter(isThread).length;
  const completed = own.filter((status) => status === "COMPLETED").length;
  const failed = own.filter((status) => status === "FAILED").length;
  const imports = await work.imports();

  printFigure("kills", KILLS);
  printFigure("slowest start", `${slowestSeconds.toFixed(1)} s`);
  show("acknowledged leads and files that a look missed", failures.lost, failures.lost === 0);
  show("leads acknowledged", work.leadIds.length, messages.length === work.leadIds.length);
  show("every first mail came to an end", String(done), done);
  show("first mails SENT", `${sent.length}, on the wire ${proven}`, proven === sent.length);
  show("first mails UNKNOWN", unknown, unknown <= KILLS * MAILBOXES);
  show(
    "first mails lost",
    messages.length - sent.length - unknown,
    sent.length + unknown === messages.length,
  );
  show("mails twice on the wire", doubled, doubled === 0);
  show("answers of leads, stored", `${answers}, ${received}`, received === answers);
  show("reply events", replied, replied === answers);
  show("own answers acknowledged", own.length, completed + failed === own.length);
  show("of them COMPLETED, on the wire", `${completed}, ${left}`, completed <= left);
  show("imported rows acknowledged, there", imports.text, imports.holds);
  show("looks at which counters were not the events", failures.counters, failures.counters === 0);
  const same = JSON.stringify(sorted(counted)) === JSON.stringify(sorted(after));
  show("counters in the end", JSON.stringify(counted), same);
}

/** How many first mails someone got more than one of. */
function twiceToOne(): number {
  const firsts = office.mails.filter((mail) => !isThread(mail)).map(({ to }) => to[0]);
  return firsts.length - new Set(firsts).size;
}

function sorted(counts: Record<string, number>) {
  return Object.entries(counts).toSorted(([a], [b]) => a.localeCompare(b));
}
