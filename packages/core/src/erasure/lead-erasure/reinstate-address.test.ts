import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { placesOf } from "../../../../../tests/support/places-of.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { listActivity } from "../../accounts/activity-log/activity-log.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import { eraseLead } from "./lead-erasure.ts";
import { reinstateAddress } from "./reinstate-address.ts";
import { runErasure } from "./run-erasure.ts";

const NINE = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
const cloud = await cloudOfFile();

test("the owner, and nobody else, lets an erased address back in on purpose, which is logged without it", async () => {
  using _clock = stoppedClock(NINE);
  const world = await makeWorld({
    smtpPort: 1,
    leads: 1,
    start: false,
    leadEmail: () => "back7canary@prospect.example",
  });
  const { accountId } = world.actor;
  const owner = { ...world.actor, kind: "owner" as const };
  const email = "Back7canary@prospect.example";
  const { id } = await eraseLead(owner, { lead_id: world.leadIds[0] ?? 0 });
  await runErasure({ accountId, erasureId: id });
  const add = async () => {
    const added = { campaign_id: world.campaignId, leads: [{ email }] };
    return (await addLeads(owner, added)).results[0]?.outcome;
  };
  expect(await add()).toBe("blocked");
  const admin = { ...owner, kind: "member" as const };
  await expect(reinstateAddress(admin, { email })).rejects.toMatchObject({ code: "forbidden" });
  await reinstateAddress(owner, { email });
  expect(await placesOf(cloud.bucket, "back7canary")).toEqual([]);
  const { items } = await listActivity(owner, { kind: "deletion" });
  expect(items.map(({ action }) => action)).toContain("erased_readmitted");
  expect(await add()).toBe("imported");
  await expect(reinstateAddress(owner, { email })).rejects.toMatchObject({ code: "not_found" });
});
