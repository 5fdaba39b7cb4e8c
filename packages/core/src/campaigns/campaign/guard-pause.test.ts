import { afterAll, expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { changeUser } from "../../../../../tests/support/records.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { readGuarded } from "../../accounts/user/guarded-campaigns.ts";
import type { Actor } from "../../actor.ts";
import { variable } from "../../environment.ts";
import { countEvents } from "../../reporting/counter/counter.ts";
import { guardBounces } from "./bounce-guard.ts";
import { startCampaign } from "./campaign-launch.ts";
import { findCampaigns } from "./campaign-record.ts";
import { notifyGuardPause } from "./guard-pause.ts";

const mails = await startMailbox();
afterAll(() => mails.stop());

async function newOwner() {
  const owner = await testUser("owner", "only-For-this-3");
  const actor: Actor = { ...testActor(), accountId: owner.accountId, userId: owner.userId };
  return { owner, actor, told: async () => (await mails.mailsTo(owner.email)).length };
}

/** A campaign of the account that a guard has just paused. */
async function paused(actor: Actor, within?: World) {
  const { accountId } = actor;
  const world = await makeWorld({ smtpPort: 1, actor, ...(within && { within }) });
  const { campaignId } = world;
  const event = { accountId, campaignId, countedOn: "2026-03-02" };
  await countEvents([
    { ...event, id: "sent", kind: "sent", amount: 100 },
    { ...event, id: "bounced", kind: "bounced", amount: 6, cause: "address" },
  ]);
  const bounce = () => guardBounces([{ kind: "bounced", accountId, campaignId }]);
  await bounce();
  const [campaign] = await findCampaigns(accountId, [campaignId]);
  if (!campaign) throw new Error("There is no campaign");
  return { world, campaign, campaignId, bounce };
}

test("an owner whose email did not leave is told at the next bounce, once", async () => {
  const { actor, told } = await newOwner();
  const sender = process.env[variable.emailFrom];
  // Without a sender no email leaves.
  delete process.env[variable.emailFrom];
  const { bounce } = await paused(actor);
  process.env[variable.emailFrom] = sender;
  expect(await told()).toBe(0);
  await bounce();
  await bounce();
  expect(await told()).toBe(1);
});

test("a pause that is over before its notice notifies nobody", async () => {
  const { actor, told } = await newOwner();
  const sender = process.env[variable.emailFrom];
  delete process.env[variable.emailFrom];
  const { campaign, campaignId } = await paused(actor);
  process.env[variable.emailFrom] = sender;
  await startCampaign(actor, { campaign_id: campaignId });
  await notifyGuardPause(campaign);
  expect(await told()).toBe(0);
});

test("an account keeps note of the campaigns that are paused still, and mails no owner who is not active", async () => {
  const { actor, owner, told } = await newOwner();
  const { campaignId, world } = await paused(actor);
  await startCampaign(actor, { campaign_id: campaignId });
  const { accountId, userId } = owner;
  await changeUser({ accountId, userId }, { status: "deactivated" });
  const second = await paused(actor, world);
  expect(await readGuarded(accountId)).toEqual([second.campaignId]);
  expect(await told()).toBe(1);
});
