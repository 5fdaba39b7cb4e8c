import { expect, test } from "vitest";
import { report } from "../../../../../tests/mail-lab/reports.ts";
import { runAndSend, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { ingestRaw } from "../../../../../tests/support/inbound.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeSinkWorld } from "../../../../../tests/support/sink-world.ts";
import {
  addSubsequence,
  fireToday,
  settle,
  statusesOf,
} from "../../../../../tests/support/subsequence.ts";
import { makeWorld, type World, type WorldOptions } from "../../../../../tests/support/world.ts";
import {
  findCampaignLead,
  findEnrolmentsOfLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { messageIdOf, sendIdOf } from "../../campaigns/message/send-id.ts";
import { nowIso } from "../../clock.ts";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { unsubscribe } from "../../engine/tracking/tracking.ts";
import { signTracking } from "../../engine/tracking/tracking-token.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { pauseCampaignLead, resumeCampaignLead } from "../../leads/lead/campaign-lead-actions.ts";
import { suppressBounced } from "../../leads/suppression/bounced-address.ts";
import { findEntries } from "../../leads/suppression/suppression.ts";
import { appendEvent } from "../../reporting/event/event.ts";
import { acceptConnection } from "../manual-step/accept-connection.ts";
import { completeTask } from "../task/complete-task.ts";
import { listTasks } from "../task/task-list.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const MOVED = "STOPPED moved_to_subsequence";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const profile = (index: number) => ({
  linkedin_profile: `https://www.linkedin.com/in/lee${index}`,
});

const CONNECT: NonNullable<WorldOptions["steps"]> = [
  { type: "LI_CONNECT", delayInDays: 0, subject: "", body: "" },
  { type: "LI_MESSAGE", delayInDays: 30, subject: "", body: "Hello" },
];

const plan = ({ actor }: World, campaignId: number) =>
  runTrigger({ accountId: actor.accountId, campaignId }, "Etc/GMT");

const openTasks = async ({ actor }: World) =>
  (await listTasks(actor, { scope: "all", status: ["CREATED"] })).items;

/** Two leads to whom someone has sent a request to connect. */
async function requested() {
  const world = await makeWorld({ smtpPort: 1, leads: 2, leadFields: profile, steps: CONNECT });
  const accepted = await addSubsequence(world, {
    kind: "linkedin_connection",
    when: "accepted",
    pending_days: 7,
  });
  const pending = await addSubsequence(world, {
    kind: "linkedin_connection",
    when: "pending",
    pending_days: 5,
  });
  await plan(world, world.campaignId);
  for (const { id } of await openTasks(world)) await completeTask(world.actor, { task_id: id });
  await fireToday(world);
  return { world, ids: [accepted, pending] as const };
}

test("a request that is accepted moves the lead, and one that stays pending does after its days [SEQ-23]", async () => {
  using clock = stoppedClock(MONDAY);
  const { world, ids } = await requested();
  const [, pending] = ids;
  clock.move(2 * DAY_MS);
  const first = { campaign_id: world.campaignId, lead_id: world.leadIds[0] ?? 0 };
  await acceptConnection(world.actor, first);
  await fireToday(world);
  expect(await statusesOf(world, ids)).toEqual([MOVED, "STARTED", undefined]);
  clock.move(3 * DAY_MS - MINUTE_MS);
  await settle(world, pending, 0);
  await settle(world, pending, 1);
  expect(await statusesOf(world, ids, 1)).toEqual(["INPROGRESS", undefined, undefined]);
  clock.move(2 * MINUTE_MS);
  await settle(world, pending, 0);
  await settle(world, pending, 1);
  expect(await statusesOf(world, ids)).toEqual([MOVED, "STARTED", undefined]);
  expect(await statusesOf(world, ids, 1)).toEqual([MOVED, undefined, "STARTED"]);
});

test("after a hard bounce a lead comes in by its other address, in a new thread; without one only what people do is left [SEQ-25]", async () => {
  using clock = stoppedClock(MONDAY);
  await using sink = await startSink();
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: 2,
    leadFields: (index) => ({
      ...profile(index),
      ...(index === 0 ? { custom_fields: { alternate_email: "Other@elsewhere.example" } } : {}),
    }),
  });
  const { accountId } = world.actor;
  const id = await addSubsequence(
    world,
    { kind: "push_on_bounce" },
    {
      steps: [
        { subject: "Is this you?", body: "<p>Hello</p>" },
        { type: "LI_MESSAGE", delayInDays: 2, body: "Hello" },
        { delayInDays: 2, body: "<p>Once more</p>" },
      ],
    },
  );
  await runAndSend(world, clock, 8);
  for (const leadId of world.leadIds) await bounce(world, leadId);
  await fireToday(world);
  for (const leadId of world.leadIds) await bounce(world, leadId);
  expect(await statusesOf(world, [id], 0)).toEqual(["STOPPED bounce", "STARTED"]);
  expect(await statusesOf(world, [id], 1)).toEqual(["STOPPED bounce", "STARTED"]);
  const enrolmentOf = async (index: number) =>
    (await findEnrolmentsOfLead(accountId, world.leadIds[index] ?? 0, [id]))[0];
  expect(await enrolmentOf(0)).toMatchObject({ nextStep: 1, mailTo: "other@elsewhere.example" });
  expect(await enrolmentOf(1)).toMatchObject({ nextStep: 2, hasNoMail: true });
  const before = sink.mails.length;
  clock.move(10 * MINUTE_MS);
  await plan(world, id);
  clock.move(10 * MINUTE_MS);
  const [leadId = 0] = world.leadIds;
  await sendBatch([{ accountId, campaignId: id, leadId, step: 1 }]);
  const sent = sink.mails.slice(before);
  expect(sent.map(({ to }) => to)).toEqual([["other@elsewhere.example"]]);
  expect(sent[0]?.raw).not.toContain("In-Reply-To");
  clock.move(2 * DAY_MS);
  await plan(world, id);
  const tasks = await openTasks(world);
  expect(new Set(tasks.map(({ lead_id }) => lead_id))).toEqual(new Set(world.leadIds));
  for (const { id: task_id } of tasks) await completeTask(world.actor, { task_id });
  expect(await enrolmentOf(0)).toMatchObject({ status: "INPROGRESS", nextStep: 3 });
  expect((await enrolmentOf(1))?.status).toBe("COMPLETED");
});

/** What a delivery report does: the mail came back for good. */
async function bounce({ actor: { accountId }, campaignId }: World, leadId: number) {
  const at = nowIso();
  const key = sendIdOf({ accountId, campaignId, leadId, step: 1 });
  await appendEvent({ accountId, campaignId, leadId, kind: "bounced", at, key, sendId: key });
  await suppressBounced({ accountId, campaignId, leadId }, at);
}

const OTHER = "other@elsewhere.example";

/** A lead whose own address bounced, and to whose other one the first mail of two has left. */
async function writtenElsewhere() {
  const it = await makeSinkWorld(MONDAY, {
    leadFields: () => ({ custom_fields: { alternate_email: OTHER } }),
  });
  const { world, clock, sink } = it;
  const steps = [{ subject: "Is this you?" }, { delayInDays: 2 }];
  const campaignId = await addSubsequence(world, { kind: "push_on_bounce" }, { steps });
  await runAndSend(world, clock, 4);
  await bounce(world, world.leadIds[0] ?? 0);
  await fireToday(world);
  const within = { ...world, campaignId };
  await runAndSend(within, clock, 10);
  expect(sink.mails.at(-1)?.to).toEqual([OTHER]);
  return Object.assign(it, { within });
}

const returned = (world: World, status: string) =>
  ingestRaw(
    world,
    report({
      to: "sender0@sender.example",
      recipient: OTHER,
      original: messageIdOf(sendIdIn(world), "sender0@sender.example"),
      status,
      diagnostic: `${status} No`,
    }),
  );

test.each([
  ["5.1.1", { status: "STOPPED", stopReason: "bounce" }],
  ["4.2.2", { status: "STARTED", nextStep: 1 }],
])(
  "mail to its other address that comes back with %s is treated like any",
  async (status, enrolment) => {
    await using it = await writtenElsewhere();
    await returned(it.within, status);
    const { actor, campaignId, leadIds } = it.within;
    const key = { accountId: actor.accountId, campaignId, leadId: leadIds[0] ?? 0 };
    expect(await findCampaignLead(key)).toMatchObject(enrolment);
  },
);

test("a lead that is written to elsewhere can be paused and resumed although its own address is blocked", async () => {
  await using it = await writtenElsewhere();
  const { actor, campaignId: campaign_id, leadIds } = it.within;
  const lead = { campaign_id, lead_id: leadIds[0] ?? 0 };
  await pauseCampaignLead(actor, lead);
  await resumeCampaignLead(actor, lead);
  expect(await statusesOf(it.world, [campaign_id])).toEqual(["STOPPED bounce", "INPROGRESS"]);
});

test("anyone who unsubscribes from a mail to their other address is written to at neither", async () => {
  await using it = await writtenElsewhere();
  const { accountId } = it.world.actor;
  const sendId = sendIdIn(it.within);
  const token = signTracking({ kind: "unsubscribe", accountId, sendId });
  await unsubscribe(it.world.actor, { token });
  const entries = await findEntries(accountId, [OTHER, "lead0@prospect.example"]);
  expect(entries.map(({ source }) => source)).toEqual(["unsubscribe", "unsubscribe"]);
});
