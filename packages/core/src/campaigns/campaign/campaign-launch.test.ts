import { expect, test } from "vitest";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { disconnectMailbox } from "../../../../../tests/support/records.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { monthlyQuotaOf, reserveMails } from "../../accounts/subscription-plan/monthly-quota.ts";
import { now } from "../../clock.ts";
import { removeCampaignLead } from "../../leads/lead/campaign-lead-actions.ts";
import { addSuppression } from "../../leads/suppression/block-list.ts";
import { saveSequence } from "../sequence/sequence.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import { getCampaign, updateCampaign } from "./campaign.ts";
import { checkLaunch, pauseCampaign, startCampaign } from "./campaign-launch.ts";

await cloudOfFile();

const oneStep = ({ actor, campaignId: campaign_id }: World, body: string) =>
  saveSequence(actor, {
    campaign_id,
    steps: [
      {
        seq_number: 1,
        seq_delay_details: { delayInDays: 0 },
        variants: [{ letter: "A", subject: "Hello", body }],
      },
    ],
  });

/** What a campaign that is ready loses, and the part under which that is told. */
const LOSSES: Record<string, { part: string; text: RegExp; lose: (w: World) => Promise<unknown> }> =
  {
    "its mailbox's connection": {
      part: "senders",
      text: /connected mailbox/,
      lose: ({ actor: { accountId }, mailboxIds }) =>
        disconnectMailbox(accountId, mailboxIds[0] ?? 0),
    },
    "every step": {
      part: "sequence",
      text: /at least one step/,
      lose: ({ actor, campaignId: campaign_id }) => saveSequence(actor, { campaign_id, steps: [] }),
    },
    "the words of its step": {
      part: "sequence",
      text: /Step 1: the mail is empty/,
      lose: (world) => oneStep(world, "<p>&nbsp;</p>"),
    },
    "a template that compiles": {
      part: "sequence",
      text: /Step 1, mail: .+ at line 1, column \d+/,
      lose: (world) => oneStep(world, "<p>Hi {{first_name</p>"),
    },
    "the right to write to anybody": {
      part: "leads",
      text: /Every lead is blocked/,
      lose: ({ actor }) => addSuppression(actor, { value: "prospect.example" }),
    },
    "its only lead": {
      part: "leads",
      text: /at least one lead/,
      lose: ({ actor, campaignId: campaign_id, leadIds }) =>
        removeCampaignLead(actor, { campaign_id, lead_id: leadIds[0] ?? 0 }),
    },
    "its schedule": {
      part: "schedule",
      text: /days and hours/,
      lose: ({ actor: { accountId }, campaignId }) =>
        CampaignEntity.patch({ accountId, campaignId }).remove(["schedule"]).go(),
    },
    "the plan's mails of the month": {
      part: "plan",
      text: /used up\. It resets on \d{4}-\d\d-\d\d/,
      lose: async ({ actor: { accountId } }) => {
        const quota = await monthlyQuotaOf(accountId, now());
        await reserveMails(quota, quota.limit);
      },
    },
  };

const draft = () => makeWorld({ smtpPort: 1, leads: 1, start: false });
const statusOf = async ({ actor, campaignId: campaign_id }: World) =>
  (await getCampaign(actor, { campaign_id })).status;

test("a campaign starts with all that it needs; a missing requirement is named, and several are all listed [CAMP-17]", async () => {
  const ready = await draft();
  expect(await checkLaunch(ready.actor, { campaign_id: ready.campaignId })).toEqual([]);
  await startCampaign(ready.actor, { campaign_id: ready.campaignId });
  expect(await statusOf(ready)).toBe("ACTIVE");

  for (const [loss, { part, text, lose }] of Object.entries(LOSSES)) {
    const world = await draft();
    await lose(world);
    const said = { [part]: [told(expect.stringMatching(text))] };
    await expect(
      startCampaign(world.actor, { campaign_id: world.campaignId }),
      loss,
    ).rejects.toMatchObject({ status: part === "plan" ? 402 : 400, fields: said });
    expect(await statusOf(world)).toBe("DRAFTED");
  }

  const bare = await draft();
  for (const { lose } of Object.values(LOSSES)) await lose(bare);
  const problems = await checkLaunch(bare.actor, { campaign_id: bare.campaignId });
  expect(problems.map(({ part }) => part)).toEqual([
    "senders",
    "leads",
    "schedule",
    "sequence",
    "plan",
  ]);
  await expect(startCampaign(bare.actor, { campaign_id: bare.campaignId })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("a campaign that is sending keeps a connected mailbox, hours and a step; once it is paused its senders may go", async () => {
  const world = await makeWorld({ smtpPort: 1, leads: 1, mailboxes: 3 });
  const { actor, campaignId: campaign_id } = world;
  const [first = 0, second = 0, third = 0] = world.mailboxIds;
  const choose = (mailbox_ids: number[]) => updateCampaign(actor, { campaign_id, mailbox_ids });
  const refusal = {
    status: 422,
    fields: { mailbox_ids: [told(expect.stringMatching(/at least one connected .* pause it/))] },
  };
  await choose([first, second]);
  await disconnectMailbox(actor.accountId, second);
  await expect(choose([])).rejects.toMatchObject(refusal);
  await expect(choose([second])).rejects.toMatchObject(refusal);
  await disconnectMailbox(actor.accountId, first);
  // Anyone who adds one need not mend the others first.
  await choose([first, second, third]);
  await choose([third]);
  await expect(saveSequence(actor, { campaign_id, steps: [] })).rejects.toMatchObject({
    fields: { steps: [told(expect.stringMatching(/at least one step/))] },
  });
  const schedule = null as unknown as undefined;
  await expect(updateCampaign(actor, { campaign_id, schedule })).rejects.toMatchObject({
    fields: { schedule: [told(expect.any(String))] },
  });
  await pauseCampaign(actor, { campaign_id });
  expect(await choose([])).toMatchObject({ mailbox_ids: [] });
});
