import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { assignToClient } from "../../accounts/client/assign-to-client.ts";
import { createClient } from "../../accounts/client/client.ts";
import { authenticateToken, issueSession } from "../../accounts/session/session.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import { addSuppression, removeSuppression } from "../../leads/suppression/block-list.ts";
import { runTrigger } from "./run-trigger.ts";

const BLOCKED = 12;

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const enrolmentsOf = ({ actor: { accountId }, campaignId, leadIds }: World) =>
  Promise.all(leadIds.map((leadId) => findCampaignLead({ accountId, campaignId, leadId })));

const statusesOf = async (world: World) =>
  (await enrolmentsOf(world)).map((enrolment) =>
    enrolment?.scheduledAt === undefined ? enrolment?.status : "PLANNED",
  );

/** One run; returns how many records of leads it read. */
async function leadsReadBy({ actor: { accountId }, campaignId }: World): Promise<number> {
  let read = 0;
  const stop = client.intercept((action, input, next) => {
    const sent = JSON.stringify(input);
    if (action === "BatchGetItem") read += sent.match(/\$lead_\d+#leadid_/g)?.length ?? 0;
    return next(input);
  });
  await runTrigger({ accountId, campaignId }, "Etc/GMT");
  stop();
  return read;
}

test("leads of a domain that was blocked before their first email are BLOCKED and leave the day's new leads to others", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({
    smtpPort: 1,
    leads: 20,
    leadEmail: (index) =>
      `lead${index}@${index < BLOCKED ? "sales.firm.example" : "other.example"}`,
    schedule: { maxNewLeadsPerDay: 5 },
  });
  const { actor, campaignId } = world;
  const { accountId } = actor;
  await addSuppression(actor, { value: "firm.example" });
  for (let run = 0; run < 6; run++, clock.move(6 * MINUTE_MS)) {
    await runTrigger({ accountId, campaignId }, "Etc/GMT");
  }
  const enrolments = await enrolmentsOf(world);
  expect(enrolments.slice(0, BLOCKED).map((enrolment) => enrolment?.status)).toEqual(
    Array.from({ length: BLOCKED }, () => "BLOCKED"),
  );
  expect(enrolments.filter((enrolment) => enrolment?.scheduledAt !== undefined)).toHaveLength(5);
  expect(await requireCampaign(accountId, campaignId)).toMatchObject({ newCount: 5 });
});

test("while no domain is on the block list, new leads are planned without being read", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 2, schedule: { maxNewLeadsPerDay: 1 } });
  await addSuppression(world.actor, { value: "somebody@nobody.example" });
  expect(await leadsReadBy(world)).toBe(0);
  expect(await statusesOf(world)).toEqual(["PLANNED", "STARTED"]);
  await addSuppression(world.actor, { value: "prospect.example" });
  clock.move(DAY_MS);
  expect(await leadsReadBy(world)).toBe(1);
  expect(await statusesOf(world)).toEqual(["PLANNED", "BLOCKED"]);
});

test("a domain that is off the block list again holds nobody up", async () => {
  using _clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 1 });
  await addSuppression(world.actor, { value: "prospect.example" });
  await removeSuppression(world.actor, { value: "prospect.example" });
  expect(await leadsReadBy(world)).toBe(0);
  expect(await statusesOf(world)).toEqual(["PLANNED"]);
});

test("a client's domains block the leads of its own campaigns before they are planned, and no others", async () => {
  using _clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const owner = await testUser("owner", "glacier-2026");
  const origin = { ip: "192.0.2.1", userAgent: "test" };
  const actor = await authenticateToken((await issueSession(owner, origin)).token);
  const theirs = await makeWorld({ smtpPort: 1, leads: 1, actor });
  const leadEmail = () => "other@prospect.example";
  const ours = await makeWorld({ smtpPort: 1, leads: 1, leadEmail, within: theirs });
  const email = `${crypto.randomUUID()}@client.example`;
  const { id } = await createClient(actor, { name: "Bolt", email, permissions: "none" });
  await assignToClient(actor, { client_id: id, campaign_ids: [theirs.campaignId] });
  await addSuppression(actor, { value: "prospect.example", client_id: id });
  expect([await leadsReadBy(theirs), await leadsReadBy(ours)]).toEqual([1, 0]);
  expect(await statusesOf(theirs)).toEqual(["BLOCKED"]);
  expect(await statusesOf(ours)).toEqual(["PLANNED"]);
});
