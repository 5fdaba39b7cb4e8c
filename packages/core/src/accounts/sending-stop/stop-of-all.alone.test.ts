import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { startCloud } from "../../../../../tests/support/cloud.ts";
import { takeJobs } from "../../../../../tests/support/queued-jobs.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { systemActor } from "../../actor.ts";
import { MINUTE_MS } from "../../duration.ts";
import { queueDueRuns } from "../../engine/trigger-run/queue-due-runs.ts";
import { listActivity } from "../activity-log/activity-log.ts";
import { getSendingState, startSendingAsOperator, stopSendingAsOperator } from "./sending-stop.ts";
import { EVERY_ACCOUNT } from "./sending-stop-record.ts";

test("while the operator has stopped all accounts the clock plans nothing, and plans all that is due a minute after the release", async () => {
  await using cloud = await startCloud();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const { actor, campaignId } = await makeWorld({ smtpPort: 1, leads: 1 });
  const { accountId } = actor;
  // A start can be undone for a while.
  clock.move(5 * MINUTE_MS);
  const planned = async () => {
    await queueDueRuns();
    return takeJobs(cloud, "plan", accountId);
  };
  const operator = systemActor(EVERY_ACCOUNT);
  await stopSendingAsOperator(operator, { who: "Olga", reason: "Links lead nowhere" });
  expect(await getSendingState(actor, {})).toMatchObject({ stopped_by: "operator" });
  expect(await planned()).toEqual([]);
  clock.move(MINUTE_MS);
  await startSendingAsOperator(operator, { who: "Olga", reason: "Mended" });
  expect(await getSendingState(actor, {})).toEqual({ is_stopped: false });
  expect(await planned()).toEqual([{ kind: "run", accountId, campaignId }]);
  const { items } = await listActivity(operator, { limit: 10 });
  expect(items).toMatchObject([
    { action: "operator_started_sending", target: "Olga", detail: "Mended" },
    { action: "operator_stopped_sending", target: "Olga", detail: "Links lead nowhere" },
  ]);
});
