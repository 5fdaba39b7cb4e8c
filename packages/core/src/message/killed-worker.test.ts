import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jobIn, messageIn } from "../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { type SinkOptions, startSink } from "../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../tests/support/world.ts";
import { nowIso } from "../clock.ts";
import { runTrigger } from "../trigger-run/run-trigger.ts";
import { sendBatch } from "./send-batch.ts";

const MINUTE = 60_000;
const WORKER = join(import.meta.dirname, "../../../../tests/support/send-once.ts");

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
  clock.move(15 * MINUTE);
  const signal = await runWorker(world, (started) => {
    worker = started;
  });
  const left = (await messageIn(world))?.status;
  for (let round = 0; round < 24; round++, clock.move(30 * MINUTE)) {
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
}, 60_000);
