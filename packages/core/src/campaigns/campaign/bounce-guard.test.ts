import type { RefusalCause } from "@thaw/mail/refusal/refusal-cause.schema";
import { afterAll, expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import type { Actor } from "../../actor.ts";
import { countEvents } from "../../reporting/counter/counter.ts";
import { guardBounces } from "./bounce-guard.ts";
import { getCampaign } from "./campaign.ts";
import { pauseCampaign, startCampaign } from "./campaign-launch.ts";
import { stopCampaign } from "./campaign-life.ts";
import { listGuardPauses } from "./guard-pause.ts";

const mails = await startMailbox();
afterAll(() => mails.stop());

type Figures = { sent: number; bounced: number; cause?: RefusalCause };

async function after(world: World, { cause = "address", ...figures }: Figures) {
  const { accountId } = world.actor;
  const { campaignId } = world;
  for (const [kind, amount] of Object.entries(figures)) {
    const event = { accountId, campaignId, countedOn: "2026-03-02", amount };
    const id = `${kind}${amount}${cause}`;
    await countEvents([
      kind === "sent" ? { ...event, id, kind } : { ...event, id, kind: "bounced", cause },
    ]);
  }
  await guardBounces([{ kind: "bounced", accountId, campaignId }]);
  const { status, status_reason } = await getCampaign(world.actor, { campaign_id: campaignId });
  return [status, status_reason];
}

test("more than 5 percent of hard bounces after 100 sends pause a campaign and say why", async () => {
  const world = await makeWorld({ smtpPort: 1 });
  expect((await after(world, { sent: 99, bounced: 5 }))[0]).toBe("ACTIVE");
  // 5 of 100 are five percent, not more.
  expect((await after(world, { sent: 1, bounced: 0 }))[0]).toBe("ACTIVE");
  expect(await after(world, { sent: 0, bounced: 1 })).toEqual(["PAUSED", "bounce_guard"]);
});

test("a bounce of a campaign that sends no more changes nothing", async () => {
  const world = await makeWorld({ smtpPort: 1 });
  const { actor, campaignId } = world;
  for (const [end, status] of [
    [pauseCampaign, "PAUSED"],
    [stopCampaign, "STOPPED"],
  ] as const) {
    await end(actor, { campaign_id: campaignId });
    expect(await after(world, { sent: 100, bounced: 60 })).toEqual([status, "user"]);
  }
});

test.each(["sender", "network", "recipient-temporary"] as const)(
  "mails that came back for the %s pause no campaign, nor do they count beside its own",
  async (cause) => {
    const world = await makeWorld({ smtpPort: 1 });
    expect((await after(world, { sent: 100, bounced: 60, cause }))[0]).toBe("ACTIVE");
    expect((await after(world, { sent: 0, bounced: 5, cause: "message" }))[0]).toBe("ACTIVE");
    expect((await after(world, { sent: 0, bounced: 1, cause: "address" }))[0]).toBe("PAUSED");
  },
);

test("a text that is refused while it is sent counts like one that comes back", async () => {
  const world = await makeWorld({ smtpPort: 1 });
  const { campaignId, actor } = world;
  const { accountId } = actor;
  await after(world, { sent: 100, bounced: 0 });
  const refused = { accountId, campaignId, kind: "failed" as const, countedOn: "2026-03-02" };
  await countEvents([{ ...refused, id: "f", amount: 6, cause: "message" }]);
  const event = { kind: "failed", cause: "message", accountId, campaignId } as const;
  await guardBounces([event]);
  const { status } = await getCampaign(actor, { campaign_id: campaignId });
  expect(status).toBe("PAUSED");
});

test("a campaign whose owner switched the guard off goes on", async () => {
  const world = await makeWorld({ smtpPort: 1, settings: { bounce_guard: false } });
  expect((await after(world, { sent: 100, bounced: 60 }))[0]).toBe("ACTIVE");
});

test("a pause by the guard is mailed to the owner once, and is listed for users who may see the campaign until it goes on", async () => {
  const owner = await testUser("owner", "only-For-this-1");
  const actor = { ...testActor(), accountId: owner.accountId, userId: owner.userId };
  const world = await makeWorld({ smtpPort: 1, actor });
  const { campaignId: campaign_id } = world;
  await after(world, { sent: 100, bounced: 6 });
  await after(world, { sent: 0, bounced: 1 });
  const listed = async (as: Actor) => (await listGuardPauses(as, {})).items.map(({ id }) => id);
  expect(await listed(actor)).toEqual([campaign_id]);
  expect((await mails.mailsTo(owner.email)).map(({ subject }) => subject)).toEqual([
    "Spring is paused: too many bounces",
  ]);
  const scope = { kind: "client" as const, clientId: 7, hiddenCategoryIds: [] };
  expect(await listed({ ...actor, scope })).toEqual([]);
  await startCampaign(actor, { campaign_id });
  expect(await listed(actor)).toEqual([]);
  await after(world, { sent: 0, bounced: 2 });
  expect(await listed(actor)).toEqual([campaign_id]);
  expect(await mails.mailsTo(owner.email)).toHaveLength(2);
});
