import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { jobIn, messageIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { type SinkOptions, startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { findLeadEnrolments } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { nowIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { addSuppression } from "../../leads/suppression/block-list.ts";
import { runTrigger } from "../trigger-run/run-trigger.ts";
import { listMessageLog } from "./message-log.ts";
import { sendBatch } from "./send-batch.ts";

const WORKER = join(import.meta.dirname, "../../../../../tests/support/send-once.ts");

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** A worker of its own process; ended by the signal that it got. */
async function runWorker(world: World, onStart: (worker: ChildProcess) => void) {
  const args = [WORKER, JSON.stringify(jobIn(world)), nowIso()];
  const worker = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
  onStart(worker);
  const [, signal] = await once(worker, "exit");
  return signal as string | null;
}

/** Plans a mail, has its worker killed at the given point, and lets others take it up for half a day, two at a time. */
async function killedAt(point: "login" | "acceptance") {
  let worker: ChildProcess | undefined;
  const kill = () => {
    worker?.kill("SIGKILL");
    worker = undefined;
  };
  const options: SinkOptions =
    point === "login" ? { onLogin: async () => kill() } : { beforeAccept: kill };
  await using sink = await startSink(options);
  using clock = stoppedClock("2026-03-02T06:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  const job = jobIn(world);
  await runTrigger({ accountId: job.accountId, campaignId: world.campaignId }, "Etc/GMT");
  clock.move(15 * MINUTE_MS);
  const signal = await runWorker(world, (started) => {
    worker = started;
  });
  const left = (await messageIn(world))?.status;
  for (let round = 0; round < 24; round++, clock.move(30 * MINUTE_MS)) {
    await Promise.all([sendBatch([job]), sendBatch([job])]);
  }
  return { signal, left, mails: sink.mails.length, status: (await messageIn(world))?.status };
}

test("a mail whose worker is killed is sent once: again where it surely had not left, never where it may have [CAMP-43]", async () => {
  expect(await killedAt("login")).toEqual({
    signal: "SIGKILL",
    left: "DRAFTED",
    mails: 1,
    status: "SENT",
  });
  expect(await killedAt("acceptance")).toMatchObject({
    signal: "SIGKILL",
    left: "SENDING",
    mails: 1,
  });
});

/** The worker of a mail dies at its n-th request to the table; others take the mail up for some hours. */
async function dyingAt(
  request: number,
  world: World,
  index: number,
  clock: { move: (ms: number) => void },
) {
  const job = jobIn(world, index);
  let requests = 0;
  const stop = client.intercept((_action, input, next) => {
    requests += 1;
    return requests >= request ? Promise.reject(new Error("killed")) : next(input);
  });
  await sendBatch([job]).catch(() => undefined);
  stop();
  for (let round = 0; round < 4; round++, clock.move(10 * MINUTE_MS)) {
    await sendBatch([{ ...job, isBegun: true }]);
  }
  return requests < request ? "alive" : "dead";
}

const WORKERS = 20;

test("wherever its worker dies, a mail that was stopped is on record and its lead is BLOCKED", async () => {
  using clock = stoppedClock("2026-03-02T06:00:00.000Z");
  await using sink = await startSink();
  const world = await makeWorld({ smtpPort: sink.port, leads: WORKERS, mailboxes: WORKERS });
  const { actor, campaignId, leadIds } = world;
  const { accountId } = actor;
  await runTrigger({ accountId, campaignId }, "Etc/GMT");
  await addSuppression(actor, { value: "prospect.example" });
  clock.move(15 * MINUTE_MS);
  const ends: string[] = [];
  for (const index of leadIds.keys()) ends.push(await dyingAt(index + 1, world, index, clock));
  expect(new Set(ends)).toEqual(new Set(["dead", "alive"]));
  expect(sink.mails).toEqual([]);
  const statuses = await Promise.all(
    leadIds.map(async (_, index) => (await messageIn(world, index))?.status),
  );
  expect(new Set(statuses)).toEqual(new Set(["STOPPED", "SENDING"]));
  // Of one that is SENDING only a Sent folder could tell that it did not leave.
  const stopped = leadIds.filter((_, index) => statuses[index] === "STOPPED");
  const log = await listMessageLog(actor, { campaign_id: campaignId, kind: "stopped", limit: 200 });
  expect(new Set(log.items.map(({ lead_id }) => lead_id))).toEqual(new Set(stopped));
  const enrolments = await findLeadEnrolments(
    accountId,
    stopped.map((leadId) => ({ campaignId, leadId })),
  );
  expect(new Set(enrolments.map(({ status }) => status))).toEqual(new Set(["BLOCKED"]));
});
