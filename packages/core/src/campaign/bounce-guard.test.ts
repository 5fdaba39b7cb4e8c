import { expect, test } from "vitest";
import { makeWorld, type World } from "../../../../tests/support/world.ts";
import { countEvents } from "../counter/counter.ts";
import { guardBounces } from "./bounce-guard.ts";
import { getCampaign } from "./campaign.ts";

async function after(world: World, figures: { sent: number; bounced: number }) {
  const { accountId } = world.actor;
  const { campaignId } = world;
  for (const [kind, amount] of Object.entries(figures)) {
    const event = { accountId, campaignId, countedOn: "2026-03-02", amount };
    await countEvents([{ ...event, id: `${kind}${amount}`, kind: kind as "sent" | "bounced" }]);
  }
  await guardBounces([{ __edb_e__: "event", kind: "bounced", accountId, campaignId }]);
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

test("a campaign whose owner switched the guard off goes on", async () => {
  const world = await makeWorld({ smtpPort: 1, settings: { bounce_guard: false } });
  expect((await after(world, { sent: 100, bounced: 60 }))[0]).toBe("ACTIVE");
});
