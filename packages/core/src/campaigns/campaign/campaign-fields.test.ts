import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { getSequence, saveSequence } from "../sequence/sequence.ts";
import { createSubsequence } from "../subsequence/subsequence.ts";
import { createCampaign, getCampaign, updateCampaign } from "./campaign.ts";
import { pauseCampaign } from "./campaign-launch.ts";

await cloudOfFile();

const step = (seq_number: number, delayInDays: number, texts: readonly string[]) => ({
  seq_number,
  seq_type: "EMAIL" as const,
  seq_delay_details: { delayInDays },
  distribution: { mode: "manual" as const },
  variants: texts.map((text, at) => ({
    letter: "AB"[at] ?? "",
    subject: `About ${text}`,
    body: `<p>${text}</p>`,
    share: 100 / texts.length,
  })),
});

test("a campaign keeps its status, name, parent, sequences and variants as they were given [CAMP-02]", async () => {
  const { actor, campaignId } = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  await updateCampaign(actor, { campaign_id: campaignId, name: "Spring in Köln" });
  const steps = [step(1, 0, ["tea", "coffee"]), step(2, 4, ["cake"])];
  await saveSequence(actor, { campaign_id: campaignId, steps });
  const child = await createSubsequence(actor, { campaign_id: campaignId });
  const later = [step(1, 7, ["a biscuit", "milk"])];
  await saveSequence(actor, { campaign_id: child.id, steps: later });

  const parent = await getCampaign(actor, { campaign_id: campaignId });
  expect(parent).toMatchObject({ name: "Spring in Köln", status: "DRAFTED", step_count: 2 });
  expect(parent.parent_id).toBeUndefined();
  expect((await getSequence(actor, { campaign_id: campaignId })).steps).toEqual(steps);
  expect(await getCampaign(actor, { campaign_id: child.id })).toMatchObject({
    status: "DRAFTED",
    parent_id: campaignId,
    step_count: 1,
  });
  expect((await getSequence(actor, { campaign_id: child.id })).steps).toEqual(later);

  const running = await makeWorld({ smtpPort: 1, leads: 1 });
  const campaign_id = running.campaignId;
  expect((await getCampaign(running.actor, { campaign_id })).status).toBe("ACTIVE");
  await pauseCampaign(running.actor, { campaign_id });
  expect((await getCampaign(running.actor, { campaign_id })).status).toBe("PAUSED");
});

test("a schedule comes back with its timezone, weekdays, hours, start date, gap and new leads a day, and without a start date where none was chosen [CAMP-33]", async () => {
  const actor = testActor();
  const { id } = await createCampaign(actor, {});
  const reloaded = async () => (await getCampaign(actor, { campaign_id: id })).schedule;
  expect(await reloaded()).toBeUndefined();
  const schedule = {
    timezone: "America/Argentina/Ushuaia",
    weekdays: [1, 3, 7],
    start: "07:05",
    end: "18:45",
    startDate: "2026-04-09",
    minGapMinutes: 17,
    maxNewLeadsPerDay: 42,
  };
  await updateCampaign(actor, { campaign_id: id, schedule });
  expect(await reloaded()).toMatchObject(schedule);
  const { startDate: _none, ...open } = { ...schedule, timezone: "Asia/Kathmandu" };
  await updateCampaign(actor, { campaign_id: id, schedule: open });
  expect(await reloaded()).toMatchObject({ ...open, startDate: null });
});

test("a setting that is changed leaves the others as they were", async () => {
  const actor = testActor();
  const { id: campaign_id, settings } = await createCampaign(actor, {});
  await updateCampaign(actor, { campaign_id, settings: { unsubscribe_footer: true } });
  await updateCampaign(actor, { campaign_id, settings: { track_opens: false } });
  expect((await getCampaign(actor, { campaign_id })).settings).toEqual({
    ...settings,
    unsubscribe_footer: true,
    track_opens: false,
  });
});
