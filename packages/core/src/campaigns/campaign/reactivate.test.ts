import { expect, test } from "vitest";
import { runAndSend } from "../../../../../tests/support/campaign-run.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { makeSinkWorld } from "../../../../../tests/support/sink-world.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { moveCampaignLead } from "../../leads/lead/campaign-lead-actions.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import { findCampaignLead } from "../campaign-lead/campaign-lead.ts";
import { getSequence, saveSequence } from "../sequence/sequence.ts";
import { getCampaign, updateCampaign } from "./campaign.ts";
import { requireCampaign } from "./campaign-record.ts";
import { changeStatus } from "./campaign-status.ts";
import { reopenFinished } from "./reactivate.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const ONE_STEP = [{ delayInDays: 0, subject: "one", body: "<p>Words</p>" }];

/** Every lead has had the only step, and the campaign is COMPLETED. */
async function completedWorld() {
  const it = await makeSinkWorld(MONDAY, { leads: 2, steps: ONE_STEP });
  await runAndSend(it.world, it.clock, 12);
  const { actor, campaignId } = it.world;
  const campaign = await requireCampaign(actor.accountId, campaignId);
  await changeStatus(actor, campaign, "COMPLETED", "all_leads_finished");
  return it;
}

const statusOf = async ({ actor, campaignId }: World) =>
  (await getCampaign(actor, { campaign_id: campaignId })).status;

const leadOf = ({ actor, campaignId, leadIds }: World, index: number) =>
  findCampaignLead({ accountId: actor.accountId, campaignId, leadId: leadIds[index] ?? 0 });

async function addStep({ actor, campaignId: campaign_id }: World): Promise<void> {
  const { steps } = await getSequence(actor, { campaign_id });
  const variants = [{ letter: "A", subject: "", body: "<p>And?</p>" }];
  const further = { seq_number: 2, seq_delay_details: { delayInDays: 3 }, variants };
  await saveSequence(actor, { campaign_id, steps: [...steps, further] });
}

/** As the queue's worker does. */
async function reopenAll({ actor: { accountId }, campaignId }: World): Promise<void> {
  let from: { shard: number; leadId: number } | undefined = { shard: 0, leadId: 0 };
  while (from) from = await reopenFinished({ accountId, campaignId }, from);
}

const addOne = ({ actor, campaignId: campaign_id }: World, email: string) =>
  addLeads(actor, { campaign_id, leads: [{ email }] });

test("leads that come into a completed campaign make it active again, leads that are there already do not [CAMP-16]", async () => {
  await using it = await completedWorld();
  const { world } = it;
  await addOne(world, "lead0@prospect.example");
  expect(await statusOf(world)).toBe("COMPLETED");
  await addOne(world, "new@prospect.example");
  expect(await statusOf(world)).toBe("ACTIVE");
});

test("a lead that is moved into a completed campaign makes it active again [CAMP-16]", async () => {
  await using it = await completedWorld();
  const { world } = it;
  const from = await makeWorld({ smtpPort: 1, leads: 0, within: world, start: false });
  const { results } = await addOne(from, "new@prospect.example");
  await moveCampaignLead(world.actor, {
    campaign_id: from.campaignId,
    lead_id: results[0]?.lead_id ?? 0,
    to_campaign_id: world.campaignId,
  });
  expect(await statusOf(world)).toBe("ACTIVE");
  expect(await statusOf(from)).toBe("DRAFTED");
});

test("a further step makes a completed campaign active again, and its leads wait for it from their last mail on [CAMP-16]", async () => {
  await using it = await completedWorld();
  const { world } = it;
  const before = await leadOf(world, 0);
  expect(before).toMatchObject({ status: "COMPLETED", nextStep: 2 });
  await addStep(world);
  await reopenAll(world);
  expect(await statusOf(world)).toBe("ACTIVE");
  for (const index of [0, 1]) {
    const lead = await leadOf(world, index);
    expect(lead).toMatchObject({ status: "INPROGRESS", nextStep: 2 });
    expect(lead?.due).toMatch(/^2026-03-05T/);
  }
  // A second delivery of the same work changes nothing.
  const after = await leadOf(world, 0);
  await reopenAll(world);
  expect(await leadOf(world, 0)).toEqual(after);

  it.clock.move(3 * 86_400_000);
  await runAndSend(world, it.clock, 12, [2]);
  expect(it.sink.mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim())).toEqual([
    "one",
    "one",
    "Re: one",
    "Re: one",
  ]);
});

test("a completed campaign that could not send stays completed, and so do its leads [CAMP-16]", async () => {
  await using it = await completedWorld();
  const { world } = it;
  const { actor, campaignId: campaign_id } = world;
  await updateCampaign(actor, { campaign_id, mailbox_ids: [] });
  await addOne(world, "new@prospect.example");
  await addStep(world);
  await reopenAll(world);
  expect(await statusOf(world)).toBe("COMPLETED");
  expect(await leadOf(world, 0)).toMatchObject({ status: "COMPLETED" });
});
