import { expect, test } from "vitest";
import { planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { takeSenders } from "../../../../../tests/support/records.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { pauseCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import {
  findCampaignLead,
  pauseLead,
  stopLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { now, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { NEVER } from "../../leads/lead/change-lead-status.ts";
import { addSuppression } from "../../leads/suppression/block-list.ts";
import { recordTrouble } from "../../senders/mailbox/mailbox-health.ts";
import { configureSlot } from "../../senders/send-slot/send-slot.ts";
import { explainCampaign } from "./explain-campaign.ts";
import { explainLead } from "./explain-lead.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const explain = ({ actor, campaignId, leadIds }: World, leadId = leadIds[0] ?? 0) =>
  explainLead(actor, { campaign_id: campaignId, lead_id: leadId });
const explainNothing = ({ actor, campaignId }: World) =>
  explainCampaign(actor, { campaign_id: campaignId });
const keyOf = ({ actor, campaignId, leadIds }: World, index = 0) => ({
  accountId: actor.accountId,
  campaignId,
  leadId: leadIds[index] ?? 0,
});
const factOf = ({ facts }: Awaited<ReturnType<typeof explain>>, name: string) =>
  facts.find(({ fact }) => fact === name)?.figures;

test("before a run diagnostics give each lead the very slot that the run assigns, and the others their reason", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 14, mailboxes: 2 });
  const explained = await Promise.all(world.leadIds.map((leadId) => explain(world, leadId)));
  await planRun(world);
  for (const [index, answer] of explained.entries()) {
    const lead = await findCampaignLead(keyOf(world, index));
    if (lead?.scheduledAt) {
      expect(answer.rule).toBe("next_run");
      expect(answer.figures).toMatchObject({ at: lead.scheduledAt, mailbox_id: lead.mailboxId });
    } else {
      expect(answer.rule).toBe("no_free_slot");
    }
  }
  const after = await explain(world);
  expect(after.rule).toBe("planned");
  expect(after.figures).toMatchObject({ at: MONDAY, sender: "sender0@sender.example", step: 1 });
});

test("after hours it is the hours that hold a campaign up, although its mailbox is busy for longer than a run", async () => {
  using clock = stoppedClock("2026-03-02T17:55:00.000Z");
  const schedule = { start: "08:00", end: "18:00", minGapMinutes: 60 };
  const world = await makeWorld({ smtpPort: 1, leads: 3, schedule });
  await planRun(world);
  clock.set("2026-03-02T18:05:00.000Z");
  expect(await explainNothing(world)).toMatchObject({
    rule: "window_closed",
    fix: "setup",
    figures: { opens_at: "2026-03-03T08:00:00.000Z" },
    is_going_out: false,
  });
});

test("the rule that holds a lead up is named with its present figures", async () => {
  using clock = stoppedClock("2026-03-02T03:00:00.000Z");
  const schedule = { start: "08:00", end: "18:00", maxNewLeadsPerDay: 2 };
  const world = await makeWorld({ smtpPort: 1, leads: 6, dailyLimit: 5, schedule });
  const last = world.leadIds.at(-1) ?? 0;
  const closed = await explain(world);
  expect(closed).toMatchObject({ rule: "window_closed", fix: "setup" });
  expect(factOf(closed, "window")).toMatchObject({
    is_open: false,
    opens_at: "2026-03-02T08:00:00.000Z",
  });
  clock.set(MONDAY);
  await planRun(world);
  const limited = await explain(world, last);
  expect(limited).toMatchObject({ rule: "new_lead_limit" });
  expect(factOf(limited, "new_leads")).toEqual({
    today: 2,
    maximum: 2,
    resets_at: "2026-03-03T00:00:00.000Z",
  });
  expect(limited.steps[0]).toMatchObject({ state: "expected", day: "2026-03-04" });
  const [mailboxId = 0] = world.mailboxIds;
  const mailbox = { accountId: world.actor.accountId, mailboxId };
  await configureSlot(mailbox, { dailyLimit: 2 });
  clock.move(30 * MINUTE_MS);
  const full = await explain(world, last);
  expect(full).toMatchObject({ rule: "daily_limit", fix: "mailboxes" });
  expect(factOf(full, "daily_limit")).toMatchObject({ used: 2, limit: 2 });
  expect(await explainNothing(world)).toMatchObject({ rule: "daily_limit", is_going_out: false });
  await configureSlot(mailbox, { sending: "off" });
  expect((await explain(world, last)).rule).toBe("no_mailbox");
  // Its mail is drafted and cannot leave.
  expect(await explain(world)).toMatchObject({ rule: "mailbox_unavailable", fix: "mailbox" });
  await configureSlot(mailbox, { sending: "on", dailyLimit: 9 });
  for (let trouble = 0; trouble < 5; trouble++) {
    await recordTrouble(mailbox, "SMTP", { kind: "network", text: "No answer" });
  }
  expect(await explainNothing(world)).toMatchObject({
    rule: "mailbox_closed",
    figures: { until: toIso(now() + 15 * MINUTE_MS) },
  });
});

test("a sent mail is explained by when it fell due, when it was planned and from where, and the next by its delay", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  await planRun(world);
  await sendBatch([{ ...keyOf(world), step: 1 }]);
  clock.move(30 * MINUTE_MS);
  const answer = await explain(world);
  expect(answer).toMatchObject({
    rule: "not_due",
    figures: { due_at: "2026-03-04T09:00:00.000Z", sender: "sender0@sender.example", step: 2 },
  });
  expect(factOf(answer, "delay")).toEqual({
    days: 2,
    last_sent_at: MONDAY,
    due_at: "2026-03-04T09:00:00.000Z",
  });
  expect(answer.mails).toMatchObject([
    {
      step: 1,
      status: "SENT",
      sent_at: MONDAY,
      scheduled_at: MONDAY,
      sender: "sender0@sender.example",
    },
  ]);
  expect(await explainNothing(world)).toMatchObject({
    rule: "not_due",
    figures: { due_at: "2026-03-04T09:00:00.000Z" },
    is_going_out: false,
  });
});

test("for leads that have ended, are paused or are on the block list that rule comes before any other", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 4 });
  await stopLead(keyOf(world, 0), "reply", 1);
  expect(await explain(world)).toMatchObject({
    rule: "lead_stopped",
    figures: { reason: "reply" },
  });
  const key = keyOf(world, 1);
  await pauseLead(key, { status: "STARTED", nextStep: 1 }, "2026-03-09T00:00:00.000Z");
  expect(await explain(world, key.leadId)).toMatchObject({
    rule: "lead_paused",
    figures: { until: "2026-03-09T00:00:00.000Z" },
  });
  // One without a date lasts until someone ends it.
  const open = keyOf(world, 3);
  await pauseLead(open, { status: "STARTED", nextStep: 1 }, NEVER);
  expect(await explain(world, open.leadId)).toMatchObject({ rule: "lead_paused", figures: {} });
  expect((await explain(world, open.leadId)).figures).not.toHaveProperty("until");
  await addSuppression(world.actor, { value: "prospect.example" });
  expect(await explain(world, world.leadIds[2])).toMatchObject({
    rule: "block_list",
    fix: "block_list",
    figures: { email: "lead2@prospect.example" },
    steps: [{ state: "not_planned" }, { state: "not_planned" }],
  });
  await pauseCampaign(world.actor, { campaign_id: world.campaignId });
  expect(await explain(world, world.leadIds[3])).toMatchObject({
    rule: "campaign_paused",
    fix: "resume",
  });
  expect(await explain(world)).toMatchObject({ rule: "lead_stopped" });
  expect(await explainNothing(world)).toMatchObject({ rule: "campaign_paused", fix: "resume" });
});

test("diagnostics of a campaign that sends give the time of its next mail, before and after the run", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const steps = [{ delayInDays: 0, subject: "Hello", body: "<p>Hi</p>" }];
  const schedule = { start: "09:00" };
  const options = { smtpPort: sink.port, mailboxes: 2, leads: 2 };
  const world = await makeWorld({ ...options, steps, schedule });
  expect(await explainNothing(world)).toMatchObject({
    rule: "next_run",
    is_going_out: true,
    figures: { at: MONDAY, mails: 2 },
  });
  await planRun(world);
  expect(await explainNothing(world)).toMatchObject({
    rule: "planned",
    is_going_out: true,
    figures: { mails: 2 },
  });
  await sendBatch([
    { ...keyOf(world, 0), step: 1 },
    { ...keyOf(world, 1), step: 1 },
  ]);
  clock.move(20 * MINUTE_MS);
  expect(await explainNothing(world)).toMatchObject({ rule: "nothing_left", is_going_out: false });
});

test("a run that does not come is named when there is something to plan", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 2 });
  clock.move(40 * MINUTE_MS);
  expect(await explainNothing(world)).toMatchObject({
    rule: "planner_late",
    figures: { since: MONDAY },
    is_going_out: false,
  });
});

test("what a campaign lacks is named with the screen where it is fixed", async () => {
  const draft = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  expect(await explainNothing(draft)).toMatchObject({ rule: "campaign_drafted", fix: "start" });
  const world = await makeWorld({ smtpPort: 1, leads: 1 });
  await takeSenders(world.actor.accountId, world.campaignId);
  expect(await explainNothing(world)).toMatchObject({ rule: "no_sender", fix: "setup" });
  const off = await makeWorld({ smtpPort: 1, leads: 1 });
  const [mailboxId = 0] = off.mailboxIds;
  await configureSlot({ accountId: off.actor.accountId, mailboxId }, { sending: "off" });
  expect(await explainNothing(off)).toMatchObject({
    rule: "no_mailbox",
    fix: "mailbox",
    figures: { mailbox_id: mailboxId },
  });
});

test("diagnostics do not find another account's leads", async () => {
  const ours = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const theirs = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  await expect(
    explain({ ...ours, actor: theirs.actor, campaignId: 999_999 }),
  ).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(explain(ours, 999_999)).rejects.toMatchObject({ code: "not_found" });
});
