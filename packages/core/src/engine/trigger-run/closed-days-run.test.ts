import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { getCampaign, updateCampaign } from "../../campaigns/campaign/campaign.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { presentMessage } from "../../campaigns/message/planned-message.ts";
import { explainCampaign } from "../../workspace/diagnostics/explain-campaign.ts";
import { explainLead } from "../../workspace/diagnostics/explain-lead.ts";
import { sendBatch } from "../delivery/send-batch.ts";
import { getSendPlan } from "../forecast/forecast.ts";
import { runTrigger } from "./run-trigger.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const CLOSED = { holidayCountries: ["US"], closedDates: ["2026-12-26"] };

const keyOf = ({ actor, campaignId, leadIds }: World) => ({
  accountId: actor.accountId,
  campaignId,
  leadId: leadIds[0] ?? 0,
});
const runOnce = (world: World) => runTrigger(keyOf(world), "Etc/GMT");

test("on a holiday a run plans nothing and comes back when the campaign opens; plan and diagnostics name the day", async () => {
  using clock = stoppedClock("2026-12-24T23:58:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 4, schedule: CLOSED });
  const { actor, campaignId: campaign_id } = world;
  const forecast = await getSendPlan(actor, { campaign_id });
  // Three minutes apart: one mail fits before midnight, the others go after the closed days, follow-ups two days later.
  expect(forecast.days.map(({ day, mails }) => [day, mails])).toEqual([
    ["2026-12-24", 1],
    ["2026-12-27", 4],
    ["2026-12-29", 3],
  ]);
  expect(forecast.closed).toEqual([
    { day: "2026-12-25", name: "Christmas Day" },
    { day: "2026-12-26", name: "" },
  ]);
  clock.set("2026-12-25T09:00:00.000Z");
  const answer = await explainLead(actor, { campaign_id, lead_id: world.leadIds[0] ?? 0 });
  expect(answer).toMatchObject({
    rule: "day_closed",
    fix: "setup",
    figures: { closed_for: "Christmas Day", opens_at: "2026-12-27T00:00:00.000Z" },
  });
  expect(await explainCampaign(actor, { campaign_id })).toMatchObject({
    rule: "day_closed",
    figures: { closed_for: "Christmas Day" },
    is_going_out: false,
  });
  await runOnce(world);
  expect((await findCampaignLead(keyOf(world)))?.scheduledAt).toBeUndefined();
  const { nextRunAt } = await requireCampaign(actor.accountId, campaign_id);
  expect(nextRunAt).toBe("2026-12-27T00:00:00.000Z");
});

test("days off that are taken back on a closed day let the campaign go on at once", async () => {
  using _clock = stoppedClock("2026-12-25T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 1, schedule: CLOSED });
  await runOnce(world);
  const { actor, campaignId: campaign_id } = world;
  const { schedule } = await getCampaign(actor, { campaign_id });
  if (!schedule) throw new Error("A campaign that was started has a schedule");
  await updateCampaign(actor, { campaign_id, schedule: { ...schedule, holidayCountries: [] } });
  await runOnce(world);
  expect((await findCampaignLead(keyOf(world)))?.scheduledAt).toBe("2026-12-25T09:00:00.000Z");
});

test("a mail whose worker comes late does not leave on a closed day: it is planned again for the next open one", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-12-24T23:58:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 1, schedule: CLOSED });
  const step = { ...keyOf(world), step: 1 };
  await runOnce(world);
  clock.set("2026-12-25T00:00:30.000Z");
  await sendBatch([step]);
  expect(await presentMessage(step)).toMatchObject({ status: "DRAFTED" });
  expect((await findCampaignLead(keyOf(world)))?.due).toBeDefined();
  clock.set("2026-12-27T00:00:00.000Z");
  await runOnce(world);
  await sendBatch([step]);
  expect(await presentMessage(step)).toMatchObject({ status: "SENT" });
  // The next step waits its two days, which are open ones.
  expect((await findCampaignLead(keyOf(world)))?.due).toContain("2026-12-29");
});
