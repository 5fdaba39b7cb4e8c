import { MAILBOXES_A_JOB } from "@thaw/core/inbox/poll/enqueue-polls";
import { app as manifest } from "@thaw/core/manifest";
import { pollIntervalOf, READ_TOGETHER } from "@thaw/core/senders/mailbox/mailbox-poll";
import { PRICES } from "./prices.ts";

/** What something takes of the table and of the queues: read units, write units, requests to a queue. */
export type Units = { reads: number; writes: number; queue: number };
export type Stage = { mailboxes: number; emails: number; queues: number };

/** What cannot be measured without AWS, or depends on who uses it. */
export const ASSUMED = {
  /** Of an email that leaves alone, and of a batch: connecting, signing in and handing over, with the provider's answers. */
  secondsOfOneEmail: 2.5,
  secondsOfBatch: 3.5,
  /** Of a hundred mailboxes at once: as slow as the slowest that is no dead one. */
  secondsOfPoll: 2.5,
  /** And for each mailbox of it. */
  secondsOfPolledMailbox: 0.01,
  secondsOfRun: 0.3,
  secondsOfTick: 1,
  secondsOfStream: 0.15,
  /** Lambda's pollers of a queue: they share its messages and each asks every 20 seconds of an empty one. */
  pollersOfQueue: 5,
  /** Emails leave in so many hours of so many days of a month. */
  hoursOfDay: 8,
  daysOfMonth: 22,
  mailboxesOfAccount: 50,
  mailboxesOfCampaign: 20,
  /** Of an invocation, in kB: Lambda's own three lines and one of the product. */
  logOfInvocation: 1,
  /** How many queues later features add, each with a function of its own. */
  laterQueues: 3,
  /** As tests/infra/resources.test.ts counts them; one that looks for what is unusual costs three. */
  billedAlarmMetrics: 49,
  /** Each is billed for the hours in which it is told: one always, of the others a quarter. */
  ownMetrics: 2.5,
} as const;

const MONTH_SECONDS = 30 * 24 * 3_600;
const MONTH_MINUTES = MONTH_SECONDS / 60;
const POLL_MINUTES = pollIntervalOf();
const LONG_POLL_SECONDS = 20;
/** Receiving, deleting and sending a message of a queue. */
const REQUESTS_A_JOB = 3;
const GB = 1_024;
const MILLION = 1e6;

/** US dollars a month by what they are paid for. */
export function costOf(
  stage: Stage,
  units: Record<"email" | "idleRun" | "poll" | "tick", Units>,
): Record<string, number> {
  const jobs = pollJobs(stage.mailboxes);
  const batches = sendBatches(stage);
  const campaigns = stage.mailboxes / ASSUMED.mailboxesOfCampaign;
  const runs = campaigns * ASSUMED.daysOfMonth * ASSUMED.hoursOfDay * (60 / POLL_MINUTES);
  return {
    "alarms, metrics, key": fixed(stage),
    "queues that are empty": emptyQueues(stage.queues),
    "the clock":
      lambda("onTick", MONTH_MINUTES, ASSUMED.secondsOfTick) + table(units.tick, MONTH_MINUTES),
    "polls: waiting": lambda("onPoll", jobs, secondsOfPollJob(stage.mailboxes)),
    "polls: table and queue":
      table(units.poll, stage.mailboxes * (MONTH_MINUTES / POLL_MINUTES)) +
      queue(jobs * REQUESTS_A_JOB),
    "polls: keys": keys(jobs * accountsOfJob(stage.mailboxes)),
    "emails: waiting": lambda("onSend", batches, secondsOfBatch(stage)),
    "emails: table and queue":
      table(units.email, stage.emails) + queue(units.email.queue * stage.emails),
    "emails: keys": keys(sendKeys(stage)),
    "emails: figures": table({ reads: 0, writes: 2, queue: 0 }, stage.emails),
    "emails: stream": lambda("onTableChange", streamBatches(stage), ASSUMED.secondsOfStream),
    "emails: runs without work":
      table(units.idleRun, runs) +
      lambda("onPlan", runs, ASSUMED.secondsOfRun) +
      queue(runs * REQUESTS_A_JOB),
  };
}

const fixed = ({ emails }: Stage) =>
  ASSUMED.billedAlarmMetrics * PRICES.alarmMonth +
  (emails === 0 ? 1 : ASSUMED.ownMetrics) * PRICES.metricMonth +
  PRICES.keyMonth;

const emptyQueues = (queues: number) =>
  queue(
    ((queues + ASSUMED.laterQueues) * ASSUMED.pollersOfQueue * MONTH_SECONDS) / LONG_POLL_SECONDS,
  );

/** Those of a minute share jobs. */
const pollJobs = (mailboxes: number) =>
  Math.ceil(mailboxes / POLL_MINUTES / MAILBOXES_A_JOB) * MONTH_MINUTES;

const secondsOfPollJob = (mailboxes: number) =>
  ASSUMED.secondsOfPoll +
  ASSUMED.secondsOfPolledMailbox * Math.min(MAILBOXES_A_JOB, mailboxes / POLL_MINUTES);

/** How many accounts' secrets one job opens. */
const accountsOfJob = (mailboxes: number) =>
  mailboxes === 0 ? 0 : 1 + Math.min(MAILBOXES_A_JOB, mailboxes / POLL_MINUTES) / READ_TOGETHER;

const emailsOfSecond = ({ emails }: Stage) =>
  emails / (ASSUMED.daysOfMonth * ASSUMED.hoursOfDay * 3_600);

/** What waits at a poller goes into one batch. */
function emailsOfBatch(stage: Stage): number {
  const { windowSeconds, batchSize } = manifest.queues.send;
  return Math.min(batchSize, 1 + (emailsOfSecond(stage) * windowSeconds) / ASSUMED.pollersOfQueue);
}

/** A worker opens the secrets of an account with one request in five minutes. */
function sendKeys(stage: Stage): number {
  const workers = Math.ceil(
    (emailsOfSecond(stage) / emailsOfBatch(stage)) * ASSUMED.secondsOfBatch,
  );
  const accounts = Math.max(1, stage.mailboxes / ASSUMED.mailboxesOfAccount);
  const fiveMinutes = ASSUMED.daysOfMonth * ASSUMED.hoursOfDay * 12;
  return Math.min(stage.emails, workers * accounts * fiveMinutes);
}

/** Events that come within the window go together. */
function streamBatches(stage: Stage): number {
  const { windowSeconds, batchSize } = manifest.table.streams.news;
  return stage.emails / Math.min(batchSize, 1 + emailsOfSecond(stage) * windowSeconds);
}

const sendBatches = (stage: Stage) => stage.emails / emailsOfBatch(stage);

const secondsOfBatch = (stage: Stage) =>
  emailsOfBatch(stage) < 1.5 ? ASSUMED.secondsOfOneEmail : ASSUMED.secondsOfBatch;

const table = ({ reads, writes }: Units, times: number) =>
  (times * (reads * PRICES.read + writes * PRICES.write)) / MILLION;

const queue = (requests: number) => (requests * PRICES.queue) / MILLION;
const keys = (requests: number) => (requests * PRICES.keyRequest) / MILLION;

/** Invocations of so many seconds each, with what they log. */
function lambda(
  name: keyof typeof manifest.functions,
  invocations: number,
  seconds: number,
): number {
  const { memoryMb } = manifest.functions[name];
  const logGb = (invocations * ASSUMED.logOfInvocation) / GB ** 2;
  return (
    invocations * seconds * (memoryMb / GB) * PRICES.lambdaGbSecond +
    (invocations * PRICES.lambdaRequest) / MILLION +
    logGb * PRICES.logGb
  );
}
