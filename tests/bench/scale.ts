/**
 * OPS-08, OPS-21, bar 34: the real tick and the real planner with 100,000 mailboxes and 10,000 active campaigns, whose clock loses
 * three minutes. Prints how many minutes behind runs and polls are; both have to come back to 0. A fault program shows what dead
 * servers do to the workers that read mailboxes (`npm run faults -- dead`).
 *
 *   node tests/bench/scale.ts [campaigns] [minutes]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GetQueueAttributesCommand, PurgeQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { listDueCampaigns } from "@thaw/core/campaigns/campaign/campaign-run";
import { RUN_SHARDS } from "@thaw/core/campaigns/campaign/campaign-status";
import { now, toIso } from "@thaw/core/clock";
import { config } from "@thaw/core/config";
import { MINUTE_MS } from "@thaw/core/duration";
import { app as manifest } from "@thaw/core/manifest";
import { minuteAt, pollMinuteOf } from "@thaw/core/senders/mailbox/mailbox-poll";
import { concurrently } from "@thaw/data/concurrently";
import { startDynamo } from "@thaw/local/dynamo";
import { sqsEvent } from "@thaw/local/events";
import { handler as plan } from "../../packages/functions/src/queue/plan.ts";
import { handler as tick } from "../../packages/functions/src/schedule/tick.ts";
import { show } from "../faults/support/verdict.ts";
import { stoppedClock } from "../support/clock.ts";
import { startOwnCloud } from "../support/cloud.ts";
import { takeEveryJob } from "../support/queued-jobs.ts";
import startTable from "../support/table.ts";
import { makeWorld } from "../support/world.ts";
import { copyAccount } from "./support/many-accounts.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const MAILBOXES = 10;
/** 8,000 emails a minute are planned in the first five: as many as 100 million a month. */
const LEADS = 4;
/** Minutes in which no tick comes. */
const LOST = new Set([5, 6, 7]);
/** Planners at work at once, here. */
const WIDTH = 16;
/** What one request of AWS takes a tick, which asks for most of them one after another. */
const REQUEST_SECONDS = 0.02;
const JOBS_A_REQUEST = 10;
/** A job in which a server is dead lasts as long as a mailbox's deadline (`npm run faults -- dead`). */
const SLOW_JOB_SECONDS = 8.2;

const sqs = new SQSClient({});
const [, , campaigns = "10000", minutes = "14", role, file = ""] = process.argv;
if (role === "simulate") await simulate();
else await start();

async function start(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "thaw-scale-"));
  const dynamo = await startDynamo({ dir });
  process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamo.endpoint;
  const stopTable = await startTable();
  const cloud = await startOwnCloud();
  const stored = join(dir, "dynamo.sqlite");
  const child = fork(fileURLToPath(import.meta.url), [campaigns, minutes, "simulate", stored]);
  const [code] = await once(child, "exit");
  await cloud[Symbol.asyncDispose]();
  await stopTable();
  await dynamo.stop();
  rmSync(dir, { recursive: true, force: true });
  process.exitCode = code ?? 1;
}

type Minute = {
  runsBehind: number;
  pollsBehind: number;
  tickSeconds: number;
  tickOnAws: number;
  pollSeconds: number;
};

async function simulate(): Promise<void> {
  const clock = stoppedClock(MONDAY);
  const schedule = { minGapMinutes: 60 };
  const world = await makeWorld({ smtpPort: 1, mailboxes: MAILBOXES, leads: LEADS, schedule });
  const startedAt = performance.now();
  await copyAccount(world, Number(campaigns), { file, at: now() });
  console.log(`laid out in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  console.log(
    "minute  runs planned  emails planned  polls  minutes behind: runs, polls  tick here, on AWS",
  );
  const polledAt = new Map<number, number>();
  const passed: Minute[] = [];
  for (let minute = 0; minute < Number(minutes); minute++) {
    passed.push(await live(minute, polledAt));
    clock.move(MINUTE_MS);
  }
  judge(passed);
  process.exit();
}

async function live(minute: number, polledAt: Map<number, number>): Promise<Minute> {
  const before = await emailsQueued();
  const startedAt = performance.now();
  if (!LOST.has(minute)) await tick({} as never, {} as never, () => undefined);
  const tickSeconds = (performance.now() - startedAt) / 1000;
  const queues = { queueUrl: (name: keyof typeof manifest.queues) => config.queueUrl(name) };
  const [runs, polls] = [await takeEveryJob(queues, "plan"), await takeEveryJob(queues, "poll")];
  // What was taken would come again.
  for (const name of ["plan", "poll"] as const) {
    await sqs.send(new PurgeQueueCommand({ QueueUrl: config.queueUrl(name) }));
  }
  await runAll(runs);
  const emails = (await emailsQueued()) - before;
  for (const { mailboxes } of polls) {
    for (const key of mailboxes) polledAt.set(pollMinuteOf(key), minuteAt(now()));
  }
  const requests = Math.ceil((runs.length + polls.length) / JOBS_A_REQUEST);
  const seen: Minute = {
    runsBehind: await minutesBehind(),
    pollsBehind: Math.max(0, ...[...polledAt.values()].map((at) => minuteAt(now()) - at - 4)),
    tickSeconds,
    tickOnAws: requests * REQUEST_SECONDS,
    pollSeconds: Math.ceil(polls.length / manifest.queues.poll.concurrency) * SLOW_JOB_SECONDS,
  };
  const cells = [minute, runs.length, emails, polls.length, seen.runsBehind, seen.pollsBehind];
  const times = [tickSeconds, seen.tickOnAws].map((each) => `${each.toFixed(1)} s`);
  console.log([...cells, ...times].map((cell) => String(cell).padStart(10)).join(""));
  return seen;
}

/** Nobody sends them here; most are held back until their time. */
async function emailsQueued(): Promise<number> {
  const names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesDelayed"] as const;
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: config.queueUrl("send"),
      AttributeNames: [...names],
    }),
  );
  return names.reduce((sum, name) => sum + Number(Attributes[name]), 0);
}

/** As the queue hands them over. */
async function runAll(jobs: readonly object[]): Promise<void> {
  const spec = manifest.queues.plan;
  const batches = Array.from({ length: Math.ceil(jobs.length / spec.batchSize) }, (_, index) =>
    jobs.slice(index * spec.batchSize, (index + 1) * spec.batchSize),
  );
  await concurrently(batches, WIDTH, async (batch) => {
    const messages = batch.map((job, index) => ({
      MessageId: String(index),
      Body: JSON.stringify(job),
    }));
    const answer = await plan(sqsEvent("plan", messages), {} as never, () => undefined);
    if (answer && answer.batchItemFailures.length > 0) throw new Error("A run failed");
  });
}

/** Of the campaign that has waited longest. */
async function minutesBehind(): Promise<number> {
  let late = 0;
  while (late < Number(minutes) && (await isDueSince(now() - (late + 1) * MINUTE_MS))) late++;
  return late;
}

async function isDueSince(at: number): Promise<boolean> {
  const firsts = await Promise.all(
    Array.from({ length: RUN_SHARDS }, (_, shard) => listDueCampaigns(shard, toIso(at), 1)),
  );
  return firsts.some((due) => due.length > 0);
}

function judge(passed: readonly Minute[]): void {
  const most = (value: (minute: Minute) => number) => Math.max(...passed.map(value));
  const last = passed.at(-1);
  const mailboxes = Number(campaigns) * MAILBOXES;
  show("mailboxes and active campaigns", `${mailboxes} and ${campaigns}`, true);
  show(
    "most minutes behind: runs",
    most(({ runsBehind }) => runsBehind),
    true,
  );
  show("minutes behind at the end: runs", last?.runsBehind ?? -1, last?.runsBehind === 0);
  show("minutes behind at the end: polls", last?.pollsBehind ?? -1, last?.pollsBehind === 0);
  const onAws = most(({ tickOnAws }) => tickOnAws);
  show("slowest tick with 20 ms a request", `${onAws.toFixed(1)} s`, onAws < 60);
  const reading = most(({ pollSeconds }) => pollSeconds);
  show(
    "a minute's polls where each job has a dead server",
    `${reading.toFixed(0)} s`,
    reading < 300,
  );
}
