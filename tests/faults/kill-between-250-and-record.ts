/**
 * Bar 1. Workers are killed between the server's 250 and the record, before and after it is on the wire, and at random,
 * while 200 mails leave through real Postfix. Half of the mailboxes are on a provider that keeps what it sent (alpha.test).
 */
import { setTimeout as sleep } from "node:timers/promises";
import { findCursor } from "@thaw/core/senders/mailbox/mailbox-cursor";
import { pollMailbox } from "../support/poll-mailbox.ts";
import { makeWorld, type World } from "../support/world.ts";
import { chance } from "./support/chance.ts";
import { runToEnd, startFleet, statuses } from "./support/fleet.ts";
import { labOrEnd } from "./support/lab-world.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { startSmtpProxy } from "./support/smtp-proxy.ts";
import { printFigure, show } from "./support/verdict.ts";

const MAILS = 200;
const RATE = 60;
const WORKERS = 2;
/** A worker sends for at most so many mailboxes at once. */
const BATCH = 10;

const lab = await labOrEnd();
scaleClock("2026-03-02T06:00:00.000Z", RATE);
const draw = chance("kills");
let kill: ((port?: number) => boolean) | undefined;
let behind250 = 0;
const proxy = await startSmtpProxy({
  upstreamPort: lab.smtp.None,
  onAccepted({ port }) {
    if (!kill) return "forward";
    const lot = draw();
    // The worker never hears of the 250, or may have heard and not yet written, or another dies somewhere.
    if (lot < 0.2 && kill(port)) behind250 += 1;
    else if (lot < 0.3) setImmediate(() => kill?.(port));
    else if (lot < 0.35) kill();
    return lot < 0.2 ? "withhold" : "forward";
  },
});
const usersOf = (domain: string) => lab.users.filter((user) => user.endsWith(`@${domain}`));
const world = (users: readonly string[], leads: number, within?: World) =>
  makeWorld({
    smtpPort: proxy.port,
    imapPort: lab.imap.None,
    users,
    mailbox: { password: lab.password },
    ...(within ? { within } : {}),
    leads,
    leadEmail: (index) => `blackhole-${index}.${leads}@catchall.test`,
    steps: [{ delayInDays: 0, subject: "Hello", body: "<p>Hi {{first_name}}</p>" }],
    dailyLimit: 500,
  });
const keeping = usersOf("alpha.test");
const generic = [...usersOf("beta.test"), ...usersOf("gamma.test")];

// The first mail of each mailbox shows whether its provider keeps copies.
const warm = await world(keeping, keeping.length);
const quiet = await startFleet(1);
await runToEnd([warm], { seconds: 120 });
await quiet.stop();
printFigure("mailboxes that are known to keep Sent", await learnWhoKeeps(warm));
const warmed = proxy.accepted.length;

const sent = await world(keeping, MAILS / 2, warm);
const unsure = await world(generic, MAILS / 2);
const fleet = await startFleet(WORKERS);
kill = fleet.killOne;
const done = await runToEnd([sent, unsure], { seconds: 400 });
await fleet.stop();

const ids = proxy.accepted.slice(warmed).map(({ messageId }) => messageId);
const duplicates = ids.length - new Set(ids).size;
const kept = await statuses(sent);
const other = await statuses(unsure);
const lost = [kept, other].reduce(
  (sum, { none = 0, DRAFTED = 0, SENDING = 0 }) => sum + none + DRAFTED + SENDING,
  0,
);
printFigure("mails handed over to Postfix", ids.length);
show("kills", fleet.kills(), fleet.kills() >= 30);
show("of them behind a 250 that nobody heard", behind250, behind250 > 0);
show("every message came to an end", String(done), done);
show("duplicates", duplicates, duplicates === 0);
show("silent losses", lost, lost === 0);
show("keeps Sent", JSON.stringify(kept), kept.SENT === MAILS / 2);
show("generic", JSON.stringify(other), (other.UNKNOWN ?? 0) <= fleet.kills() * BATCH);
const arrived = new Set(ids).size;
const claimed = (kept.SENT ?? 0) + (other.SENT ?? 0);
show("every SENT was accepted by Postfix", `${claimed} of ${arrived}`, claimed <= arrived);
proxy.close();
await lab.stop();
process.exit();

/** Reads the mailboxes until each has shown a copy of its own mail. */
async function learnWhoKeeps({ actor: { accountId }, mailboxIds }: World): Promise<number> {
  let known = 0;
  for (let attempt = 0; attempt < 30 && known < mailboxIds.length; attempt++) {
    for (const mailboxId of mailboxIds) await pollMailbox({ accountId, mailboxId });
    const read = await Promise.all(
      mailboxIds.map((mailboxId) => findCursor({ accountId, mailboxId })),
    );
    known = read.filter((cursor) => cursor?.keepsSent).length;
    await sleep(1_000);
  }
  return known;
}
