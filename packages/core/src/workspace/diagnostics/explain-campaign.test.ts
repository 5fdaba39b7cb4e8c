import { expect, test } from "vitest";
import { report } from "../../../../../tests/mail-lab/reports.ts";
import { jobIn, planRun, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { ingestRaw, receive } from "../../../../../tests/support/inbound.ts";
import { storeAccount, takeSenders } from "../../../../../tests/support/records.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { addSubsequence, fireToday } from "../../../../../tests/support/subsequence.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { setApprovalSetting } from "../../accounts/account/approval-setting.ts";
import { monthlyQuotaOf, reserveMails } from "../../accounts/subscription-plan/monthly-quota.ts";
import { setPlan } from "../../accounts/subscription-plan/set-plan.ts";
import { systemActor } from "../../actor.ts";
import { refuseStart } from "../../campaigns/approval/approval.ts";
import { updateCampaign } from "../../campaigns/campaign/campaign.ts";
import { pauseCampaign, startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { changeStatus } from "../../campaigns/campaign/campaign-status.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { getSequence, saveSequence } from "../../campaigns/sequence/sequence.ts";
import { now, toIso } from "../../clock.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { recordTrouble } from "../../senders/mailbox/mailbox-health.ts";
import { configureSlot } from "../../senders/send-slot/send-slot.ts";
import { explainCampaign } from "./explain-campaign.ts";
import { explainLead } from "./explain-lead.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const explainNothing = ({ actor, campaignId }: World, campaign_id = campaignId) =>
  explainCampaign(actor, { campaign_id });
const explain = ({ actor, campaignId, leadIds }: World, campaign_id = campaignId) =>
  explainLead(actor, { campaign_id, lead_id: leadIds[0] ?? 0 });
/** The same answer about the campaign and about a lead that waits in it. */
async function expectBoth(world: World, answer: object): Promise<void> {
  expect(await explainNothing(world)).toMatchObject({ ...answer, is_going_out: false });
  expect(await explain(world)).toMatchObject(answer);
}

test("a start that someone has to approve, or has refused, is what a campaign waits for", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const { actor, campaignId: campaign_id } = world;
  await storeAccount(actor.accountId, "Etc/GMT");
  await setApprovalSetting(actor, { is_needed: true });
  await startCampaign(actor, { campaign_id });
  const asked = { rule: "approval_pending", fix: "campaign", figures: { since: MONDAY } };
  await expectBoth(world, asked);
  await refuseStart({ ...actor, userId: 2 }, { campaign_id, reason: "Name the price" });
  const refused = { rule: "start_refused", fix: "start", figures: { reason: "Name the price" } };
  await expectBoth(world, refused);
});

test("a pause says who made it: a person, the bounces, or the end of the plan, which no resuming mends", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1 });
  const { accountId } = world.actor;
  await storeAccount(accountId, "Etc/GMT");
  const end_date = toIso(now() + DAY_MS);
  await setPlan(systemActor(accountId), { plan_type: "BASE", is_sub: false, end_date });
  const pause = async (reason: string) => {
    const campaign = await requireCampaign(accountId, world.campaignId);
    await changeStatus(world.actor, campaign, "PAUSED", reason);
  };
  await pause("bounce_guard");
  await expectBoth(world, { rule: "bounce_guard", fix: "bounces" });
  await startCampaign(world.actor, { campaign_id: world.campaignId });
  await pauseCampaign(world.actor, { campaign_id: world.campaignId });
  await expectBoth(world, { rule: "campaign_paused", fix: "resume" });
  clock.move(25 * HOUR_MS);
  await expectBoth(world, { rule: "plan_ended", fix: "plan" });
});

test("a campaign whose leads have all ended wants more of them", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1 });
  const campaign = await requireCampaign(world.actor.accountId, world.campaignId);
  await changeStatus(world.actor, campaign, "COMPLETED", "all_leads_finished");
  expect(await explainNothing(world)).toMatchObject({ rule: "campaign_completed", fix: "leads" });
});

test("once the month's mails are used it is the plan that says how many there were and when there are new ones", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 2 });
  const quota = await monthlyQuotaOf(world.actor.accountId, now());
  await reserveMails(quota, quota.limit);
  const figures = { limit: 2_500, until: "2026-04-01T00:00:00.000Z" };
  await expectBoth(world, { rule: "monthly_quota", fix: "plan", figures });
});

test("a campaign whose recipients' domain has had its mails of the hour names it, before a run and after", async () => {
  await using sink = await startSink();
  using _clock = stoppedClock(MONDAY);
  const schedule = { maxPerDomainPerHour: 1 };
  const options = { smtpPort: sink.port, schedule, mailboxes: 2 };
  const first = await makeWorld({ ...options, leads: 1 });
  await planRun(first);
  await sendBatch([jobIn(first)]);
  expect(sink.mails).toHaveLength(1);
  const leadEmail = (index: number) => `other${index}@prospect.example`;
  const second = await makeWorld({ ...options, within: first, leads: 2, leadEmail });
  const until = "2026-03-02T10:00:00.000Z";
  const full = {
    rule: "domain_limit",
    fix: "setup",
    figures: { domain: "prospect.example", limit: 1, until },
  };
  await expectBoth(second, full);
  await planRun(second);
  await expectBoth(second, full);
});

test("after hours it is the hours that a lead waits for, though its domain has had its mails of the hour as well", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const schedule = { maxPerDomainPerHour: 1, end: "09:30" };
  const options = { smtpPort: sink.port, schedule, leads: 1 };
  const first = await makeWorld(options);
  await planRun(first);
  await sendBatch([jobIn(first)]);
  expect(sink.mails).toHaveLength(1);
  const leadEmail = () => "other@prospect.example";
  const second = await makeWorld({ ...options, within: first, leadEmail });
  clock.move(40 * MINUTE_MS);
  await expectBoth(second, { rule: "window_closed" });
});

test("mail that no worker delivers is reported as late, however much is planned after it", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 30, dailyLimit: 100 });
  const said: string[] = [];
  for (let minute = 0; minute <= 60; minute += 5, clock.move(5 * MINUTE_MS)) {
    await planRun(world);
    said.push((await explainNothing(world)).rule);
  }
  expect(said.slice(0, 3)).not.toContain("sends_late");
  expect(new Set(said.slice(6))).toEqual(new Set(["sends_late"]));
  expect(await explain(world)).toMatchObject({ rule: "sends_late", figures: { since: MONDAY } });
  // The send worker is back: the first email that leaves is proof of it.
  await sendBatch([jobIn(world)]);
  expect(sink.mails).toHaveLength(1);
  expect((await explainNothing(world)).rule).not.toBe("sends_late");
});

test("a mail that was refused for now, or came back for now, is explained with the time of the next try", async () => {
  let reply: string | undefined = "451 4.3.0 Try again later";
  await using sink = await startSink({ refuse: () => reply });
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  await planRun(world);
  await sendBatch([jobIn(world)]);
  const at = "2026-03-02T09:05:00.000Z";
  const failure = expect.stringContaining("Try again later");
  expect(await explain(world)).toMatchObject({ rule: "retry", figures: { at, failure } });
  reply = undefined;
  clock.set(at);
  await sendBatch([{ ...jobIn(world), isBegun: true }]);
  expect(sink.mails).toHaveLength(1);
  expect((await explain(world)).rule).toBe("not_due");
  const original = messageIdOf(sendIdIn(world), "sender0@sender.example");
  const to = "sender0@sender.example";
  const full = { status: "4.2.2", diagnostic: "452 4.2.2 The mailbox is full" };
  const recipient = "lead0@prospect.example";
  await ingestRaw(world, report({ to, recipient, original, ...full }));
  expect(await explain(world)).toMatchObject({
    rule: "retry",
    figures: { at: "2026-03-02T13:05:00.000Z" },
  });
});

test("a subsequence is explained by its condition, its parent's pause and its parent's mailboxes, each with a link", async () => {
  await using sink = await startSink();
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 2 });
  const { actor, campaignId } = world;
  const id = await addSubsequence(world, { kind: "reply" });
  const figures = { parent_id: campaignId };
  expect(await explainNothing(world, id)).toMatchObject({
    rule: "nobody_came",
    fix: "condition",
    figures,
  });
  await planRun(world);
  await sendBatch([jobIn(world)]);
  const answers = messageIdOf(sendIdIn(world), "sender0@sender.example");
  await receive(world, { from: "lead0@prospect.example", answers });
  await fireToday(world);
  expect(await explain(world, id)).toMatchObject({ rule: expect.any(String), figures });
  await pauseCampaign(actor, { campaign_id: campaignId });
  const frozen = { rule: "parent_paused", fix: "parent", figures };
  expect(await explainNothing(world, id)).toMatchObject({ ...frozen, is_going_out: false });
  expect(await explain(world, id)).toMatchObject(frozen);
  await startCampaign(actor, { campaign_id: campaignId });
  await takeSenders(actor.accountId, campaignId);
  expect(await explainNothing(world, id)).toMatchObject({
    rule: "no_sender",
    fix: "parent",
    figures,
  });
});

test("when every mailbox of a campaign is lost diagnostics name the one, or the list, to fix", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, mailboxes: 2 });
  const { accountId } = world.actor;
  const [first = 0, second = 0] = world.mailboxIds;
  for (const mailboxId of [first, second]) {
    expect((await explainNothing(world)).rule).toBe("next_run");
    for (let refused = 0; refused < 3; refused++) {
      await recordTrouble({ accountId, mailboxId }, "SMTP", { kind: "mailbox-auth", text: "No" });
    }
  }
  expect(await explainNothing(world)).toMatchObject({ rule: "no_mailbox", fix: "mailboxes" });
});

/** Everyone's first mail leaves; then the clock stands at the follow-ups' day. */
async function contactAll(world: World, clock: { move: (ms: number) => void }): Promise<void> {
  await planRun(world);
  clock.move(10 * MINUTE_MS);
  await sendBatch(world.leadIds.map((_, index) => jobIn(world, index)));
  clock.move(48 * HOUR_MS);
}

async function sendFollowUps(world: World, clock: { move: (ms: number) => void }): Promise<void> {
  await planRun(world);
  await sendBatch(world.leadIds.map((_, index) => jobIn(world, index, 2)));
  clock.move(20 * MINUTE_MS);
}

test("the day's new leads are no reason once no new lead waits: it is the follow-ups' delay", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const schedule = { maxNewLeadsPerDay: 2 };
  const world = await makeWorld({ smtpPort: sink.port, mailboxes: 2, leads: 2, schedule });
  await planRun(world);
  await sendBatch(world.leadIds.map((_, index) => jobIn(world, index)));
  expect(sink.mails).toHaveLength(2);
  clock.move(20 * MINUTE_MS);
  const figures = { due_at: "2026-03-04T09:00:00.000Z" };
  expect(await explainNothing(world)).toMatchObject({ rule: "not_due", figures });
});

test("when only follow-ups of a mailbox that cannot send, or is no longer the campaign's, are left, that is said and which one", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, mailboxes: 2, leads: 2 });
  const { actor, campaignId: campaign_id, mailboxIds } = world;
  const [first = 0, second = 0] = mailboxIds;
  await contactAll(world, clock);
  expect(sink.mails).toHaveLength(2);
  const mailbox = { accountId: actor.accountId, mailboxId: first };
  await configureSlot(mailbox, { sending: "off" });
  await sendFollowUps(world, clock);
  expect(sink.mails).toHaveLength(3);
  const figures = { mailbox_id: first, sender: "sender0@sender.example" };
  const away = { rule: "mailbox_unavailable", fix: "mailbox", figures };
  await expectBoth(world, away);
  await updateCampaign(actor, { campaign_id, mailbox_ids: [second] });
  const gone = { rule: "mailbox_missing", fix: "setup" };
  await expectBoth(world, gone);
  expect(await explainNothing(world)).toMatchObject({ ...gone, figures });
});

test("follow-ups of a version that is no longer the live one are explained as the run plans them", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  const { actor, campaignId: campaign_id } = world;
  const { steps } = await getSequence(actor, { campaign_id });
  await contactAll(world, clock);
  await saveSequence(actor, { campaign_id, steps: steps.slice(0, 1) });
  // The planner is not late: it has looked a moment before.
  clock.move(-20 * MINUTE_MS);
  await planRun(world);
  clock.move(20 * MINUTE_MS);
  expect(await explainNothing(world)).toMatchObject({ rule: "next_run", is_going_out: true });
  await sendFollowUps(world, clock);
  expect(sink.mails).toHaveLength(2);
});

test("a lead that came into a subsequence waits for the mailbox of its conversation: diagnostics and its plan name that one", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, mailboxes: 2, leads: 2 });
  const { actor } = world;
  const id = await addSubsequence(world, { kind: "reply" }, { steps: [{ delayInDays: 1 }] });
  await planRun(world);
  await sendBatch([jobIn(world)]);
  const answers = messageIdOf(sendIdIn(world), "sender0@sender.example");
  await receive(world, { from: "lead0@prospect.example", answers });
  await fireToday(world);
  const [first = 0] = world.mailboxIds;
  // Someone else would send it earlier, were it a new lead's.
  await configureSlot({ accountId: actor.accountId, mailboxId: first }, { minGapMs: 50 * HOUR_MS });
  clock.move(DAY_MS);
  const waiting = await explain(world, id);
  expect(waiting).toMatchObject({ rule: "no_free_slot", figures: { mailbox_id: first } });
  expect(waiting.steps).toMatchObject([
    { state: "expected", mailbox_id: first, day: "2026-03-04" },
  ]);
});
