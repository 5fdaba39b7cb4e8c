import { expect, test } from "vitest";
import { jobIn, messageIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { takeJobs } from "../../../../../tests/support/queued-jobs.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../duration.ts";
import type { WalkPosition } from "../../walk.schema.ts";
import { sendBatch } from "../delivery/send-batch.ts";
import { requeueOrphaned } from "./requeue-orphaned.ts";
import { runTrigger } from "./run-trigger.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
const cloud = await cloudOfFile();

test("a lead whose planned mail has no job any more is found within days, and gets its mail; one that is planned on time is left alone", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  const { accountId } = world.actor;
  const key = { accountId, campaignId: world.campaignId };
  /** A run, and all the searches that it began; gives the jobs that they queued. */
  const run = async () => {
    await runTrigger(key, "Etc/GMT");
    await takeJobs(cloud, "send", accountId);
    for (const job of await takeJobs(cloud, "plan", accountId)) {
      let from: WalkPosition | undefined = job.kind === "seek" ? job.from : undefined;
      while (from) from = await requeueOrphaned(key, from);
    }
    return takeJobs(cloud, "send", accountId);
  };
  expect(await run()).toEqual([]);
  expect((await messageIn(world))?.status).toBe("DRAFTED");
  clock.move(DAY_MS);
  expect(await run()).toEqual([]);
  clock.move(23 * HOUR_MS);
  expect(await run()).toEqual([]);
  clock.move(2 * HOUR_MS);
  const found = await run();
  expect(found).toMatchObject([jobIn(world)]);
  await sendBatch(found);
  clock.move(6 * MINUTE_MS);
  await run();
  clock.move(15 * MINUTE_MS);
  await sendBatch([jobIn(world)]);
  expect(sink.mails).toHaveLength(1);
  clock.move(25 * HOUR_MS);
  expect(await run()).toEqual([]);
});
