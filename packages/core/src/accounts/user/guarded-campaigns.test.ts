import { afterAll, expect, test, vi } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import type { Actor } from "../../actor.ts";
import { guardBounces } from "../../campaigns/campaign/bounce-guard.ts";
import { getCampaign } from "../../campaigns/campaign/campaign.ts";
import { log } from "../../log.ts";
import { countEvents } from "../../reporting/counter/counter.ts";
import { AccountEntity } from "../account/account.entity.ts";
import { readGuarded } from "./guarded-campaigns.ts";

const mails = await startMailbox();
afterAll(() => mails.stop());

/** A new campaign of the account pauses itself. */
async function pauseByGuard(actor: Actor) {
  const { campaignId } = await makeWorld({ smtpPort: 1, actor });
  const { accountId } = actor;
  const event = { accountId, campaignId, countedOn: "2026-03-02" };
  await countEvents([
    { ...event, id: "sent", kind: "sent", amount: 100 },
    { ...event, id: "bounced", kind: "bounced", amount: 6, cause: "address" },
  ]);
  await guardBounces([{ kind: "bounced", accountId, campaignId }]);
  return getCampaign(actor, { campaign_id: campaignId });
}

test("a pause in an account whose data is being deleted, or is gone, notifies nobody and is no error", async () => {
  const owner = await testUser("owner", "only-For-this-2");
  const closing = { ...testActor(), accountId: owner.accountId, userId: owner.userId };
  await AccountEntity.patch(owner).set({ closedAt: "2026-03-01T00:00:00.000Z" }).go();
  const failed = vi.spyOn(log, "error");
  for (const actor of [closing, testActor()]) {
    expect(await pauseByGuard(actor)).toMatchObject({ status_reason: "bounce_guard" });
    expect(await readGuarded(actor.accountId)).toEqual([]);
  }
  expect(await mails.mailsTo(owner.email)).toEqual([]);
  expect(failed).not.toHaveBeenCalled();
  failed.mockRestore();
});
