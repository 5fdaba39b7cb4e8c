/**
 * Bar 1. Workers are killed between the server's 250 and the record, and at random, while 200 mails leave through real
 * Postfix. Half of the mailboxes are on a provider that keeps what it sent (alpha.test), half are not.
 */
import { pollMailbox } from "@thaw/core/poll/poll-mailbox";
import { startMailLab, whyNoMailLab } from "../mail-lab/lab.ts";
import { makeWorld, type World } from "../support/world.ts";
import { runToEnd, startFleet, statuses } from "./support/fleet.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { startSmtpProxy } from "./support/smtp-proxy.ts";
import { show, tell } from "./support/verdict.ts";

const MAILS = Number(process.argv[2] ?? 200);
const RATE = 40;
const WORKERS = 2;

const reason = whyNoMailLab();
if (reason) {
  console.log(`skipped: ${reason}`);
  process.exit(0);
}
const lab = await startMailLab();
scaleClock("2026-03-02T06:00:00.000Z", RATE);
let kill: (() => void) | undefined;
const proxy = await startSmtpProxy({
  upstreamPort: lab.smtp.None,
  onAccepted() {
    if (!kill || Math.random() > 0.3) return "forward";
    kill();
    return Math.random() < 0.5 ? "withhold" : "forward";
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
    leadEmail: (index) => `lead${index}.${leads}@catchall.test`,
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
for (const mailboxId of warm.mailboxIds) {
  await pollMailbox({ accountId: warm.actor.accountId, mailboxId });
}
const warmed = proxy.accepted.length;

const sent = await world(keeping, MAILS / 2, warm);
const unsure = await world(generic, MAILS / 2);
const fleet = await startFleet(WORKERS);
kill = fleet.killOne;
const done = await runToEnd([sent, unsure], { seconds: 600 });
await fleet.stop();

const ids = proxy.accepted.slice(warmed).map(({ messageId }) => messageId);
const duplicates = ids.length - new Set(ids).size;
const kept = await statuses(sent);
const other = await statuses(unsure);
const lost = [kept, other].reduce(
  (sum, { none = 0, DRAFTED = 0, SENDING = 0 }) => sum + none + DRAFTED + SENDING,
  0,
);
tell("mails handed over to Postfix", ids.length);
show("kills", fleet.kills(), fleet.kills() >= 30);
show("every message came to an end", String(done), done);
show("duplicates", duplicates, duplicates === 0);
show("silent losses", lost, lost === 0);
show("keeps Sent", JSON.stringify(kept), kept.SENT === MAILS / 2);
show("generic", JSON.stringify(other), (other.UNKNOWN ?? 0) <= fleet.kills() * 10);
const arrived = new Set(ids).size;
const claimed = (kept.SENT ?? 0) + (other.SENT ?? 0);
show("every SENT was accepted by Postfix", `${claimed} of ${arrived}`, claimed <= arrived);
proxy.close();
await lab.stop();
process.exit();
