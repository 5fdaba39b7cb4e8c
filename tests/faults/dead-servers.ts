/**
 * Bar 34. Five of a hundred mailboxes have servers that take a connection and say nothing. They are read in the same minute, in
 * one job with others, for an hour.
 */
import { type AddressInfo, createServer } from "node:net";
import { now, toIso } from "@thaw/core/clock";
import { config } from "@thaw/core/config";
import { MINUTE_MS } from "@thaw/core/duration";
import { pollMailboxes } from "@thaw/core/inbox/poll/poll-mailboxes";
import { queueDuePolls } from "@thaw/core/inbox/poll/queue-due-polls";
import { listThreads } from "@thaw/core/inbox/thread/thread";
import { minuteAt, pollMinuteOf } from "@thaw/core/senders/mailbox/mailbox-poll";
import { patchMailbox, requireMailbox } from "@thaw/core/senders/mailbox/mailbox-record";
import { startImapBox } from "@thaw/local/demo/imap-box";
import { stoppedClock } from "../support/clock.ts";
import { takeEveryJob } from "../support/queued-jobs.ts";
import { makeWorld } from "../support/world.ts";
import { printFigure, show } from "./support/verdict.ts";

const MAILBOXES = 100;
const DEAD = 5;
const MINUTES = 60;
/** A server's silence costs a worker so long; those that answer are to be read well before that. */
const MOST_LIVE_MS = 5_000;

const addresses = Array.from({ length: MAILBOXES }, (_, index) => `sender${index}@sender.example`);
let looks = 0;
const silent = createServer(() => {
  looks += 1;
});
await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
const boxes = await Promise.all(
  addresses.map((address) => startImapBox({ address, password: "secret", port: 0 })),
);
const clock = stoppedClock(toIso(Date.now()));
const { actor, mailboxIds } = await makeWorld({ smtpPort: 1, users: addresses, leads: 1 });
const { accountId } = actor;
const keys = mailboxIds.map((mailboxId) => ({ accountId, mailboxId }));
const pollMinutes = keys.map(pollMinuteOf);
const ofMinute = (minute: number) =>
  [...pollMinutes.keys()].filter((index) => pollMinutes[index] === minute);
const dead = new Set(ofMinute(pollMinutes[0] ?? 0).slice(0, DEAD));
for (const [index, key] of keys.entries()) {
  const { imap } = await requireMailbox(accountId, key.mailboxId);
  const port = dead.has(index) ? (silent.address() as AddressInfo).port : boxes[index]?.port;
  await patchMailbox(key)
    .set({ imap: { ...imap, port: port ?? 0 } })
    .go();
}

const count = async () =>
  (await listThreads(actor, { folder: "untracked", limit: MAILBOXES })).items.length;
let expected = 0;
let slowestLiveMs = 0;
let slowestJobMs = 0;
let laterThanFiveMinutes = 0;

/** Milliseconds until all of these mails are stored, which a job that is under way reads. */
async function untilStored(mails: number, isOver: () => boolean): Promise<number> {
  const startedAt = performance.now();
  while ((await count()) < mails && !isOver()) await new Promise((done) => setTimeout(done, 50));
  return performance.now() - startedAt;
}

for (let minute = 0; minute < MINUTES; minute++) {
  clock.move(MINUTE_MS);
  // One mail for each live mailbox comes in the first five minutes, just before its turn.
  const due = ofMinute(minuteAt(now()) % 5).filter((index) => !dead.has(index));
  if (minute >= 10 && minute < 15) {
    for (const index of due) boxes[index]?.append("INBOX", mailTo(index), now() + 2_000);
    expected += due.length;
  }
  await queueDuePolls();
  const jobs = await takeEveryJob({ queueUrl: (name) => config.queueUrl(name) }, "poll");
  let isOver = false;
  const startedAt = performance.now();
  const work = Promise.all(
    jobs.map((job) => pollMailboxes(job, AbortSignal.timeout(45_000))),
  ).finally(() => {
    isOver = true;
  });
  if (minute >= 10 && minute < 15) {
    slowestLiveMs = Math.max(slowestLiveMs, await untilStored(expected, () => isOver));
  }
  await work;
  slowestJobMs = Math.max(slowestJobMs, performance.now() - startedAt);
  if ((await count()) < expected) laterThanFiveMinutes += 1;
}

function mailTo(index: number): Buffer {
  const lines = [
    `From: lead${index}@x.example`,
    `To: ${addresses[index]}`,
    `Subject: mail ${index}`,
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\nMessage-ID: <${index}@x.example>\r\n\r\nHello`);
}

const live = MAILBOXES - DEAD;
const withoutBackOff = (DEAD * MINUTES) / 5;
printFigure("slowest job", `${(slowestJobMs / 1000).toFixed(1)} s`);
show("mails of live mailboxes stored", `${await count()} of ${live}`, (await count()) === live);
show(
  "turns after which a live mailbox was not read",
  laterThanFiveMinutes,
  laterThanFiveMinutes === 0,
);
show(
  "longest until the live mailboxes of a job were read",
  `${(slowestLiveMs / 1000).toFixed(1)} s`,
  slowestLiveMs < MOST_LIVE_MS,
);
show(
  "looks at dead servers in an hour",
  `${looks} of ${withoutBackOff}`,
  looks <= withoutBackOff / 2,
);
process.exit();
