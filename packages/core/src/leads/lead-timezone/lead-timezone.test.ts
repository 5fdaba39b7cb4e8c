import { expect, test } from "vitest";
import { planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { presentMessage } from "../../campaigns/message/planned-message.ts";
import { MINUTE_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { getSendPlan } from "../../engine/forecast/forecast.ts";
import { explainCampaign } from "../../workspace/diagnostics/explain-campaign.ts";
import { explainLead } from "../../workspace/diagnostics/explain-lead.ts";
import { updateLead } from "../lead/lead.ts";
import { leadZoneOf } from "./lead-timezone.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const london = { location: "London, United Kingdom", phone_number: "+1 415 555 2671" };

test.each([
  [
    "its field",
    { custom_fields: { timezone: "Asia/Tokyo", country: "Germany" }, ...london },
    "Asia/Tokyo",
    "timezone",
  ],
  [
    "its country, where the field is no timezone",
    { custom_fields: { timezone: "JST+9?", country: "Germany" } },
    "Europe/Berlin",
    "country",
  ],
  ["two letters of a country", { custom_fields: { country_code: "jp" } }, "Asia/Tokyo", "country"],
  [
    "a country with several, where most people live",
    { custom_fields: { country: "U.S.A." } },
    "America/New_York",
    "country",
  ],
  [
    "its country's own name",
    { custom_fields: { country: "Österreich" } },
    "Europe/Vienna",
    "country",
  ],
  [
    "a name beside the official one",
    { custom_fields: { country: "Turkey" } },
    "Europe/Istanbul",
    "country",
  ],
  ["the end of its location", london, "Europe/London", "location"],
  [
    "its phone number",
    { location: "Springfield", phone_number: "0049 30 1234567" },
    "Europe/Berlin",
    "phone_number",
  ],
])("a lead's timezone is that of %s", async (_, lead, timezone, source) => {
  expect(await leadZoneOf(lead)).toMatchObject({ timezone, source });
});

test("the end of a location that US states write as well tells no country", async () => {
  const phone_number = "+44 20 7946 0018";
  for (const location of ["Chicago, IL", "Wilmington, DE", "Los Angeles, CA", "Atlanta, Georgia"]) {
    expect({ location, zone: await leadZoneOf({ location }) }).toEqual({ location });
    const zone = await leadZoneOf({ location, phone_number });
    expect({ location, zone }).toMatchObject({ location, zone: { timezone: "Europe/London" } });
  }
  const named = { location: "Tel Aviv, IL", custom_fields: { country: "IL" } };
  expect(await leadZoneOf(named)).toMatchObject({ timezone: "Asia/Jerusalem" });
  expect(await leadZoneOf({ location: "Vienna, AT" })).toMatchObject({
    timezone: "Europe/Vienna",
  });
});

test("a lead without a location has no timezone of its own", async () => {
  expect(await leadZoneOf({})).toBeUndefined();
  expect(await leadZoneOf({ location: "Springfield", phone_number: "555 0199" })).toBeUndefined();
});

const OFFICE = { timezone: "America/New_York", start: "09:00", end: "17:00" };

async function makeThree(smtpPort: number, mailboxes = 1) {
  const schedule = { ...OFFICE, usesLeadTimezone: true };
  const world = await makeWorld({ smtpPort, leads: 3, mailboxes, schedule });
  const { accountId } = world.actor;
  const [home = 0, tokyo = 0, berlin = 0] = world.leadIds;
  await updateLead(world.actor, { lead_id: tokyo, custom_fields: { timezone: "Asia/Tokyo" } });
  await updateLead(world.actor, { lead_id: berlin, custom_fields: { country: "Germany" } });
  const keyOf = (leadId: number) => ({ accountId, campaignId: world.campaignId, leadId });
  const send = (leadId: number) => sendBatch([{ ...keyOf(leadId), step: 1 }]);
  const stateOf = async (leadId: number) =>
    (await presentMessage({ ...keyOf(leadId), step: 1 }))?.status;
  return { world, home, tokyo, berlin, keyOf, send, stateOf };
}

test("each lead is written to in the campaign's hours by its own clock; one whose hours are shut stands before nobody", async () => {
  await using sink = await startSink();
  // Monday 09:30 in Tokyo; Sunday evening in New York, Monday night in Berlin.
  using clock = stoppedClock("2026-03-02T00:30:00.000Z");
  const { world, home, tokyo, berlin, keyOf, send, stateOf } = await makeThree(sink.port);
  await planRun(world);
  const scheduled = async (leadId: number) => (await findCampaignLead(keyOf(leadId)))?.scheduledAt;
  expect(await scheduled(tokyo)).toBe("2026-03-02T00:30:00.000Z");
  expect(await scheduled(home)).toBeUndefined();
  expect((await findCampaignLead(keyOf(home)))?.due).toContain("2026-03-02T14:00:00.000Z");
  expect((await findCampaignLead(keyOf(berlin)))?.due).toContain("2026-03-02T08:00:00.000Z");
  await send(tokyo);
  expect(await stateOf(tokyo)).toBe("SENT");
  // The next step keeps to the lead's clock, too: two days later at 09:30 in Tokyo.
  expect((await findCampaignLead(keyOf(tokyo)))?.due).toContain("2026-03-04T00:30:00.000Z");
  clock.set("2026-03-02T08:00:00.000Z");
  await planRun(world);
  await send(berlin);
  expect(await stateOf(berlin)).toBe("SENT");
  expect(await stateOf(home)).toBeUndefined();
  clock.set("2026-03-02T14:00:00.000Z");
  await planRun(world);
  await send(home);
  expect(await stateOf(home)).toBe("SENT");
});

test("a mail that comes late does not leave outside the lead's hours, though the campaign's are open", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T15:58:00.000Z");
  const { world, berlin, send, stateOf } = await makeThree(sink.port, 3);
  await planRun(world);
  clock.move(5 * MINUTE_MS);
  await send(berlin);
  expect(await stateOf(berlin)).toBe("DRAFTED");
  expect(sink.mails).toHaveLength(0);
});

test("diagnostics name the timezone that a lead is written to by, and its source", async () => {
  using _clock = stoppedClock("2026-03-02T00:30:00.000Z");
  const { world, home, berlin } = await makeThree(1);
  const explain = (lead_id: number) =>
    explainLead(world.actor, { campaign_id: world.campaignId, lead_id });
  const answer = await explain(berlin);
  expect(answer.rule).toBe("window_closed");
  expect(answer.facts).toContainEqual({
    fact: "timezone",
    figures: { timezone: "Europe/Berlin", source: "country", value: "Germany" },
  });
  expect(answer.facts.find(({ fact }) => fact === "window")?.figures).toMatchObject({
    timezone: "Europe/Berlin",
    opens_at: "2026-03-02T08:00:00.000Z",
  });
  // The plan plays each lead by its clock.
  expect(answer.steps[0]).toEqual({
    step: 1,
    state: "expected",
    at: "2026-03-02T08:00:00.000Z",
    day: "2026-03-02",
    mailbox_id: 1,
  });
  const plan = await getSendPlan(world.actor, { campaign_id: world.campaignId });
  expect(plan).toMatchObject({ precision: "exact", leaves_out: [] });
  expect((await explain(home)).facts).toContainEqual({
    fact: "timezone",
    figures: { timezone: "America/New_York", source: "campaign" },
  });
});

test("leads whose hours are shut leave the slots of a run to those behind them, in the plan and in the run", async () => {
  // Monday noon in London, evening in Tokyo.
  using _clock = stoppedClock("2026-03-02T12:00:00.000Z");
  const world = await makeWorld({
    smtpPort: 1,
    leads: 40,
    leadFields: (index) => ({
      custom_fields: { timezone: index < 30 ? "Asia/Tokyo" : "Europe/London" },
    }),
    schedule: { ...OFFICE, usesLeadTimezone: true },
  });
  const { actor, campaignId: campaign_id, leadIds } = world;
  expect(await explainCampaign(actor, { campaign_id })).toMatchObject({ rule: "next_run" });
  const lead_id = leadIds[30] ?? 0;
  const foretold = await explainLead(actor, { campaign_id, lead_id });
  expect(foretold).toMatchObject({ rule: "next_run", figures: { at: "2026-03-02T12:00:00.000Z" } });
  expect(foretold.steps[0]).toMatchObject({ state: "expected", at: foretold.figures.at });
  await planRun(world);
  const key = { accountId: actor.accountId, campaignId: campaign_id };
  const enrolments = await Promise.all(
    leadIds.map((leadId) => findCampaignLead({ ...key, leadId })),
  );
  const planned = enrolments.flatMap((enrolment, index) => (enrolment?.scheduledAt ? [index] : []));
  // A mailbox has four or five slots in a quarter of an hour.
  expect(planned.slice(0, 4)).toEqual([30, 31, 32, 33]);
});
