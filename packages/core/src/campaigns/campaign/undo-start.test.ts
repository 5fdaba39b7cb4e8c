import { expect, test } from "vitest";
import { messageIn, planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { installClock } from "../../clock.ts";
import { getSequence, saveSequence } from "../sequence/sequence.ts";
import { getCampaign } from "./campaign.ts";
import { pauseCampaign, startCampaign } from "./campaign-launch.ts";
import { undoStart } from "./undo-start.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

await cloudOfFile();

test("a start that is taken back within its seconds has planned nothing, and the campaign is a draft again", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const { actor, campaignId: campaign_id } = world;
  const started = await startCampaign(actor, { campaign_id, undo_seconds: 10 });
  expect(started).toMatchObject({ status: "ACTIVE", undo_until: "2026-03-02T09:00:10.000Z" });
  clock.move(9_000);
  await planRun(world);
  expect(await messageIn(world)).toBeUndefined();
  expect(await undoStart(actor, { campaign_id })).toMatchObject({ status: "DRAFTED" });
  clock.move(60_000);
  await planRun(world);
  expect(await messageIn(world)).toBeUndefined();
  const { steps } = await getSequence(actor, { campaign_id });
  expect((await saveSequence(actor, { campaign_id, steps: steps.slice(0, 1) })).version).toBe(1);
});

test("on a faster clock the seconds are those of the person who presses the button", async () => {
  const world = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const restore = installClock({ now: () => Date.parse(MONDAY), rate: 60 });
  const { actor, campaignId: campaign_id } = world;
  const started = await startCampaign(actor, { campaign_id, undo_seconds: 10 });
  restore();
  expect(started.undo_until).toBe("2026-03-02T09:10:00.000Z");
});

test("once the first run has begun a start stays, and a paused campaign is paused again when its start is taken back", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const { actor, campaignId: campaign_id } = world;
  await startCampaign(actor, { campaign_id, undo_seconds: 10 });
  clock.move(10_000);
  await planRun(world);
  expect(await messageIn(world)).toMatchObject({ status: "DRAFTED" });
  await expect(undoStart(actor, { campaign_id })).rejects.toMatchObject({
    code: "invalid_transition",
  });
  expect((await getCampaign(actor, { campaign_id })).undo_until).toBeUndefined();
  await pauseCampaign(actor, { campaign_id });
  await startCampaign(actor, { campaign_id, undo_seconds: 10 });
  expect(await undoStart(actor, { campaign_id })).toMatchObject({ status: "PAUSED" });
});
