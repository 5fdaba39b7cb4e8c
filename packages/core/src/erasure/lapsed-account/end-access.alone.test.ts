import { client } from "@thaw/data/table";
import { expect, onTestFinished, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { storeAccount } from "../../../../../tests/support/records.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { setPlan } from "../../accounts/subscription-plan/set-plan.ts";
import { systemActor } from "../../actor.ts";
import { getCampaign } from "../../campaigns/campaign/campaign.ts";
import { now, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { endDueAccess } from "./end-access.ts";

await cloudOfFile();

/** A campaign under way in an account whose plan is paid until then. */
async function paidUntil(end: number) {
  const world = await makeWorld({ smtpPort: 1, leads: 1 });
  const { actor, campaignId } = world;
  await storeAccount(actor.accountId, "Etc/GMT");
  await setPlan(systemActor(actor.accountId), {
    plan_type: "BASE",
    is_sub: false,
    end_date: toIso(end),
  });
  const status = async () => (await getCampaign(actor, { campaign_id: campaignId })).status;
  return { accountId: actor.accountId, status };
}

test("accounts whose access cannot be ended keep no others from it: they are put off, and tried again", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const first = now() + DAY_MS;
  const poison = [];
  for (let index = 0; index < 6; index += 1) poison.push(await paidUntil(first + index));
  const good = [await paidUntil(first + 10), await paidUntil(first + 11)];
  clock.move(DAY_MS + 1_000);
  const isPoison = new Set(poison.map(({ accountId }) => accountId));
  let refused = 0;
  const stop = client.intercept((action, input, next) => {
    const asked = JSON.stringify(input);
    const [, accountId] = /accountid_(\d+)"/.exec(asked) ?? [];
    const isOfCampaigns = action === "Query" && asked.includes("$campaign_1");
    if (!isOfCampaigns || !isPoison.has(Number(accountId))) return next(input);
    refused += 1;
    throw new Error("Never");
  });
  onTestFinished(stop);
  await expect(endDueAccess()).rejects.toThrow("Never");
  expect(await Promise.all(good.map(({ status }) => status()))).toEqual(["PAUSED", "PAUSED"]);
  expect(refused).toBe(poison.length);
  // The next tick has others to do.
  await endDueAccess();
  expect(refused).toBe(poison.length);
  stop();
  clock.move(600_000);
  await endDueAccess();
  expect(await Promise.all(poison.map(({ status }) => status()))).toEqual(
    poison.map(() => "PAUSED"),
  );
});
