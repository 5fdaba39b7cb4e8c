import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { eventsOfToday } from "../../../../../tests/support/records.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { systemActor } from "../../actor.ts";
import { listLeads } from "../../leads/lead/lead-list.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import type { WalkPosition } from "../../walk.schema.ts";
import { findCampaignLead } from "../campaign-lead/campaign-lead.ts";
import { stopLeadsOf } from "../campaign-lead/stop-leads.ts";
import { getSequence, saveSequence } from "../sequence/sequence.ts";
import { moveToLiveVersion } from "../sequence/sequence-move.ts";
import { createSubsequence } from "../subsequence/subsequence.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import type { CampaignStatus } from "./campaign.schema.ts";
import { getCampaign, listCampaigns, updateCampaign } from "./campaign.ts";
import { pauseCampaign, startCampaign } from "./campaign-launch.ts";
import {
  archiveCampaign,
  copyName,
  deleteCampaign,
  duplicateCampaign,
  restoreCampaign,
  stopCampaign,
  unarchiveCampaign,
} from "./campaign-life.ts";
import { requireCampaign } from "./campaign-record.ts";
import { changeStatus } from "./campaign-status.ts";
import { undoStart } from "./undo-start.ts";

await cloudOfFile();

const idOf = ({ campaignId }: World) => ({ campaign_id: campaignId });
const refused = { code: "invalid_transition", status: 422 };

async function stopAll({ actor, campaignId }: World): Promise<number> {
  let pages = 0;
  let from: WalkPosition | undefined = { shard: 0, leadId: 0 };
  while (from) {
    from = await stopLeadsOf({ accountId: actor.accountId, campaignId }, from);
    pages += 1;
  }
  return pages;
}

/** What may not be done to a campaign by its status, and what each refusal says would be possible. */
const REFUSED: Record<CampaignStatus, Record<string, RegExp>> = {
  DRAFTED: {
    pause: /It can become: ACTIVE, ARCHIVED\./,
    stop: /It can become: ACTIVE, ARCHIVED\./,
    unarchive: /only one that is ARCHIVED/,
    undo: /only the start of one that is ACTIVE/,
  },
  ACTIVE: {
    start: /It can become: PAUSED, STOPPED, COMPLETED\./,
    archive: /It can become: PAUSED, STOPPED, COMPLETED\./,
    unarchive: /only one that is ARCHIVED/,
    delete: /Pause it first\./,
    undo: /Pause it instead\./,
  },
  PAUSED: {
    pause: /It can become: ACTIVE, STOPPED, ARCHIVED\./,
    unarchive: /only one that is ARCHIVED/,
    undo: /only the start of one that is ACTIVE/,
  },
  COMPLETED: {
    pause: /It can become: ACTIVE, ARCHIVED\./,
    stop: /It can become: ACTIVE, ARCHIVED\./,
    unarchive: /only one that is ARCHIVED/,
    undo: /only the start of one that is ACTIVE/,
  },
  STOPPED: {
    start: /It can become: ARCHIVED\./,
    pause: /It can become: ARCHIVED\./,
    stop: /It can become: ARCHIVED\./,
    unarchive: /only one that is ARCHIVED/,
    undo: /only the start of one that is ACTIVE/,
    edit: /Duplicate it instead\./,
    rewrite: /Duplicate it instead\./,
    move: /ACTIVE, PAUSED or COMPLETED can move\./,
    branch: /Duplicate it instead\./,
  },
  ARCHIVED: {
    start: /bring it back first\./,
    pause: /bring it back first\./,
    stop: /bring it back first\./,
    archive: /bring it back first\./,
    undo: /only the start of one that is ACTIVE/,
    edit: /Duplicate it instead\./,
    rewrite: /Duplicate it instead\./,
    move: /ACTIVE, PAUSED or COMPLETED can move\./,
    branch: /Duplicate it instead\./,
  },
};

test("whatever a campaign's status does not allow is refused with 422, with why and with what would be possible, and leaves it as it was", async () => {
  const { actor, campaignId: campaign_id } = await makeWorld({
    smtpPort: 1,
    leads: 1,
    start: false,
  });
  const { accountId } = actor;
  const id = { campaign_id };
  const WAYS: Record<string, () => Promise<unknown>> = {
    start: () => startCampaign(actor, id),
    pause: () => pauseCampaign(actor, id),
    stop: () => stopCampaign(actor, id),
    archive: () => archiveCampaign(actor, id),
    unarchive: () => unarchiveCampaign(actor, id),
    delete: () => deleteCampaign(actor, { ...id, name: "Spring" }),
    undo: () => undoStart(actor, id),
    edit: () => updateCampaign(actor, { ...id, name: "Summer" }),
    rewrite: () => saveSequence(actor, { ...id, steps: [] }),
    move: () => moveToLiveVersion(actor, id),
    branch: () => createSubsequence(actor, id),
  };
  for (const [status, ways] of Object.entries(REFUSED)) {
    await CampaignEntity.patch({ accountId, campaignId: campaign_id })
      .set({ status: status as CampaignStatus })
      .go();
    const before = await requireCampaign(accountId, campaign_id);
    for (const [way, text] of Object.entries(ways)) {
      const message = expect.stringMatching(text);
      await expect(WAYS[way]?.(), `${way} ${status}`).rejects.toMatchObject({
        ...refused,
        message,
      });
    }
    expect(await requireCampaign(accountId, campaign_id)).toEqual(before);
  }
});

test("a stopped campaign is stopped for good, its leads are STOPPED with the reason, and it can be archived, copied or deleted [CAMP-13]", async () => {
  const world = await makeWorld({ smtpPort: 1, leads: 12 });
  const { actor, campaignId, leadIds } = world;
  expect(await stopCampaign(actor, idOf(world))).toMatchObject({ status: "STOPPED" });
  await stopAll(world);
  // A second delivery of the same work finds nothing to do.
  await stopAll(world);
  for (const leadId of leadIds) {
    const lead = await findCampaignLead({ accountId: actor.accountId, campaignId, leadId });
    expect(lead).toMatchObject({ status: "STOPPED", stopReason: "campaign_stopped" });
  }
  await expect(startCampaign(actor, idOf(world))).rejects.toMatchObject(refused);
  await expect(pauseCampaign(actor, idOf(world))).rejects.toMatchObject(refused);
  await expect(updateCampaign(actor, { ...idOf(world), name: "Other" })).rejects.toMatchObject(
    refused,
  );
  expect(await duplicateCampaign(actor, idOf(world))).toMatchObject({ status: "DRAFTED" });
  expect(await archiveCampaign(actor, idOf(world))).toMatchObject({ status: "ARCHIVED" });
  await deleteCampaign(actor, { ...idOf(world), name: "Spring" });
});

test("a campaign is archived from every status but ACTIVE and comes back as what it was [CAMP-14]", async () => {
  const active = await makeWorld({ smtpPort: 1, leads: 1 });
  const { actor } = active;
  await expect(archiveCampaign(actor, idOf(active))).rejects.toMatchObject(refused);
  expect(await getCampaign(actor, idOf(active))).toMatchObject({ status: "ACTIVE" });

  const moves = {
    DRAFTED: [],
    PAUSED: ["ACTIVE", "PAUSED"],
    STOPPED: ["ACTIVE", "STOPPED"],
    COMPLETED: ["ACTIVE", "COMPLETED"],
  } as const;
  for (const [status, before] of Object.entries(moves)) {
    const world = await makeWorld({ smtpPort: 1, leads: 1, start: false, within: active });
    for (const to of before) {
      const campaign = await requireCampaign(actor.accountId, world.campaignId);
      await changeStatus(actor, campaign, to, "user");
    }
    expect(await archiveCampaign(actor, idOf(world))).toMatchObject({ status: "ARCHIVED" });
    await expect(startCampaign(actor, idOf(world))).rejects.toThrow(
      "ARCHIVED: bring it back first",
    );
    expect(await unarchiveCampaign(actor, idOf(world))).toMatchObject({ status });
    await expect(unarchiveCampaign(actor, idOf(world))).rejects.toMatchObject(refused);
  }
});

test("each change of a campaign is on record once, with who made it, when and why; a refused one is not", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const { actor, campaignId } = await makeWorld({ smtpPort: 1, leads: 1 });
  const campaign_id = campaignId;
  for (const change of [pauseCampaign, pauseCampaign, startCampaign]) {
    clock.move(60_000);
    await change(actor, { campaign_id }).catch(() => undefined);
  }
  clock.move(60_000);
  const campaign = await requireCampaign(actor.accountId, campaignId);
  await changeStatus(systemActor(actor.accountId), campaign, "PAUSED", "plan_expired");
  const events = await eventsOfToday(actor.accountId, campaignId);
  const changes = events.filter(({ kind }) => kind === "campaign-status");
  const inOrder = changes.toSorted((a, b) => String(a.at).localeCompare(String(b.at)));
  expect(inOrder.map(({ at, detail, actorId }) => [at, detail, actorId])).toEqual([
    ["2026-03-02T09:00:00.000Z", "DRAFTED ACTIVE started", actor.userId],
    ["2026-03-02T09:01:00.000Z", "ACTIVE PAUSED user", actor.userId],
    ["2026-03-02T09:03:00.000Z", "PAUSED ACTIVE started", actor.userId],
    ["2026-03-02T09:04:00.000Z", "ACTIVE PAUSED plan_expired", 0],
  ]);
});

test("a campaign that is stopped or archived takes no leads", async () => {
  const { actor, campaignId: campaign_id } = await makeWorld({ smtpPort: 1, leads: 1 });
  const leads = [{ email: "late@prospect.example" }];
  for (const [end, status] of [
    [stopCampaign, "STOPPED"],
    [archiveCampaign, "ARCHIVED"],
  ] as const) {
    await end(actor, { campaign_id });
    await expect(addLeads(actor, { campaign_id, leads })).rejects.toMatchObject({
      code: "invalid_transition",
      message: expect.stringContaining(`${status} takes no leads`),
    });
  }
  expect((await listLeads(actor, {})).items).toHaveLength(1);
});

test("a copy has the steps, senders, schedule and settings of the original, a name of its own and no leads", async () => {
  const world = await makeWorld({ smtpPort: 1, settings: { stop_on_open: true } });
  const { actor } = world;
  const copy = await duplicateCampaign(actor, idOf(world));
  const original = await getCampaign(actor, idOf(world));
  expect(copy).toMatchObject({
    name: "Spring (copy)",
    status: "DRAFTED",
    mailbox_ids: original.mailbox_ids,
    schedule: original.schedule,
    settings: original.settings,
  });
  expect((await getSequence(actor, { campaign_id: copy.id })).steps).toEqual(
    (await getSequence(actor, idOf(world))).steps,
  );
  expect((await getCampaign(actor, { campaign_id: copy.id })).figures.leads).toBe(0);
  expect(["Spring (copy)", "Spring (copy 2)", "x".repeat(200)].map(copyName)).toEqual([
    "Spring (copy 2)",
    "Spring (copy 3)",
    `${"x".repeat(193)} (copy)`,
  ]);
});

test("deleting wants the name typed, is refused while sending, and keeps the leads [CAMP-18]", async () => {
  const world = await makeWorld({ smtpPort: 1, leads: 3 });
  const { actor } = world;
  const named = { ...idOf(world), name: "Spring" };
  await expect(deleteCampaign(actor, named)).rejects.toMatchObject(refused);
  await pauseCampaign(actor, idOf(world));
  await expect(deleteCampaign(actor, { ...idOf(world), name: "spring" })).rejects.toMatchObject({
    code: "invalid",
    fields: { name: [told("Type the campaign's name: Spring")] },
  });
  await deleteCampaign(actor, named);
  await expect(getCampaign(actor, idOf(world))).rejects.toMatchObject({ status: 404 });
  expect((await listCampaigns(actor, { limit: 10 })).items).toEqual([]);
  expect((await listLeads(actor, { limit: 10 })).items).toHaveLength(3);
  expect(await restoreCampaign(actor, idOf(world))).toMatchObject({ status: "PAUSED" });
  expect((await listCampaigns(actor, { limit: 10 })).items).toHaveLength(1);
  await expect(restoreCampaign(actor, idOf(world))).rejects.toMatchObject({ status: 404 });
});
