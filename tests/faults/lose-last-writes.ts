/**
 * A power cut on a disk that lies: the whole product is killed while it sends, and the last transactions are torn off the log of
 * its table, though they were written through. It starts and goes on by itself. Nobody gets a mail twice but of those whose
 * sending the table has forgotten: no program can know better. On a disk that keeps what it was told to write through there are
 * none, since a mail leaves only after its record is written.
 */
import { join } from "node:path";
import { DYNAMO_FILE, startDynamo } from "@thaw/local/dynamo";
import { messageIdOf } from "./support/post-office.ts";
import { walOf } from "./support/torn-wal.ts";
import { printFigure, show } from "./support/verdict.ts";
import { waitUntil } from "./support/wait.ts";
import { beginWork, installWithMailboxes } from "./support/working-product.ts";

const MAILBOXES = 8;
const LEADS = 120;
const MAILS_A_ROUND = 10;
/** How many of the last transactions are lost in each round. */
const TEARS = [1, 2, 4, 8, 16, 60];
const BEGUN = new Set(["SENDING", "SENT", "UNKNOWN"]);

const place = await installWithMailboxes(MAILBOXES);
const { product, books, office, beganAt } = place;

await product.start();
const { accountId, campaign, work } = await beginWork(place);
while (work.leadIds.length < LEADS) {
  const busy = work.start();
  work.stop();
  await busy;
}
const forgotten = new Set<string>();
let torn = 0;
for (const lost of TEARS) {
  const mails = office.mails.length;
  await waitUntil(60, () => office.mails.length >= mails + MAILS_A_ROUND);
  await product.kill();
  await tearOff(lost);
  await product.start();
}
const ended = await waitUntil(
  240,
  async () => (await books.openMessages(campaign, work.leadIds)) === 0,
);
await judge();
process.exit();

async function tearOff(lost: number): Promise<void> {
  const dir = join(product.data, "dynamo");
  const wal = walOf(join(dir, DYNAMO_FILE));
  const most = Math.min(lost, wal.commits);
  wal.tear(most);
  torn += most;
  // What it knows now, before it goes on: on the port where the product will have it.
  const port = Number(new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? "").port);
  const table = await startDynamo({ dir, port });
  const messages = await books.firstMessages(campaign, work.leadIds);
  const begun = messages.filter(({ status }) => BEGUN.has(status)).map(({ sendId }) => sendId);
  const known = new Set<string | undefined>(begun);
  const left = office.mails.map(sendIdOf).filter((sendId) => isOfCampaign(sendId));
  const lostNow = left.filter((sendId) => !known.has(sendId));
  for (const sendId of lostNow) forgotten.add(sendId);
  await table.stop();
  printFigure(
    `${most} transactions lost`,
    `${left.length} mails left, ${lostNow.length} forgotten`,
  );
}

async function judge(): Promise<void> {
  const messages = await books.firstMessages(campaign, work.leadIds);
  const sendIds = office.mails.map(sendIdOf);
  const times = new Map<string, number>();
  for (const sendId of sendIds) times.set(sendId, (times.get(sendId) ?? 0) + 1);
  const twice = [...times].filter(([, count]) => count > 1).map(([sendId]) => sendId);
  const unexplained = twice.filter((sendId) => !forgotten.has(sendId));
  const missing = messages.filter(({ status, sendId }) => status === "SENT" && !times.has(sendId));
  const { agree } = await books.countersAgree(campaign, beganAt, 60);

  printFigure("transactions torn off", torn);
  show("every first mail came to an end", countsOf(messages), ended);
  show("leads lost", await books.missingLeads(accountId, work.leadIds), messages.length === LEADS);
  show("mails SENT that nobody got", missing.length, missing.length === 0);
  printFigure("mails whose sending was forgotten", forgotten.size);
  printFigure("of them twice on the wire", twice.length - unexplained.length);
  show("other mails twice on the wire", unexplained.length, unexplained.length === 0);
  show("the counters are the events", String(agree), agree);
}

function countsOf(messages: readonly { status: string }[]): string {
  const statuses = messages.map(({ status }) => status).toSorted();
  const counts = [...new Set(statuses)].map((status) => {
    return `${statuses.filter((each) => each === status).length} ${status}`;
  });
  return counts.join(", ");
}

/** The one with whom the campaign was started is none of those that are looked at. */
function isOfCampaign(sendId: string): boolean {
  return sendId !== sendIdOf(office.mails[0]);
}

function sendIdOf(mail: (typeof office.mails)[number] | undefined): string {
  return /^<([\w-]{22})\./.exec(mail ? messageIdOf(mail) : "")?.[1] ?? "";
}
