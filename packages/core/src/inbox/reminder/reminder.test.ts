import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { runAndSend, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { startCloud, type TestCloud } from "../../../../../tests/support/cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { addMember } from "../../accounts/team/member.ts";
import type { Actor } from "../../actor.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { HOUR_MS } from "../../duration.ts";
import { permissionsOf } from "../../kernel/access/access-table.ts";
import { deleteLead } from "../../leads/lead/lead.ts";
import { createNote, listNotes } from "../../leads/note/note.ts";
import { listThreads, markThread } from "../thread/thread.ts";
import { listThreadMessages } from "../thread/thread-words.ts";
import { cancelAnsweredReminders } from "./cancel-answered.ts";
import { fireReminder, queueDueReminders } from "./fire-reminder.ts";
import { REMINDER_STATUSES } from "./reminder.schema.ts";
import {
  createReminder,
  deleteReminder,
  dismissReminder,
  listReminders,
  updateReminder,
} from "./reminder.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const LEAD = "lead0@prospect.example";
const at = (hours: number) => new Date(Date.parse(MONDAY) + hours * HOUR_MS).toISOString();

let cloud: TestCloud;
beforeAll(async () => {
  process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
  process.env.EMAIL_FROM = "Thaw <hello@thaw.example>";
  process.env.SITE_URL = "https://app.thaw.example";
  cloud = await startCloud();
});
afterAll(async () => {
  for (const name of ["ALLOW_PRIVATE_MAIL_HOSTS", "EMAIL_FROM", "SITE_URL"]) {
    delete process.env[name];
  }
  await cloud[Symbol.asyncDispose]();
});

async function quietWorld() {
  const clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  return { ...(await peopled(world)), clock, [Symbol.dispose]: clock[Symbol.dispose] };
}

/** The lead has got its first mail and answered it. */
async function talkingWorld() {
  await using sink = await startSink();
  const clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  await runAndSend(world, clock, 4);
  const answers = messageIdOf(sendIdIn(world), "sam@sender.example");
  const reply = () => receive(world, { from: LEAD, answers });
  await reply();
  const [thread] = (await listThreads(world.actor, {})).items;
  const threadId = thread?.id ?? 0;
  return {
    ...(await peopled(world)),
    clock,
    threadId,
    /** What the table's stream hands on of everything that was said. */
    async stream() {
      return listThreadMessages(world.actor.accountId, threadId, 100);
    },
    reply,
    [Symbol.dispose]: clock[Symbol.dispose],
  };
}

async function peopled(world: World) {
  const { accountId } = world.actor;
  const email = `ann${accountId}@team.example`;
  const { userId } = await addMember(accountId, {
    name: "Ann",
    email,
    password: "correct horse 1",
    role: "FULL_MEMBER_ACCESS",
  });
  const actor = { ...world.actor, kind: "member" as const, userId };
  const lead_id = world.leadIds[0] ?? 0;
  return {
    actor,
    lead_id,
    remind: (more: object = {}) =>
      createReminder(actor, { lead_id, note: "Ask for the plan", due_at: at(5), ...more }),
    statuses: async () =>
      (await listReminders(actor, { lead_id })).items.map(({ id, status }) => [id, status]),
    raised: async () =>
      (await listThreads(actor, { folder: "reminders" })).items.map(({ id }) => id),
    mails: async () =>
      (await cloud.mails()).filter(({ destination }) => destination.to.includes(email)),
    fire: (reminderId: number) => fireReminder({ accountId, reminderId }),
  };
}

/** Runs what a tick has queued, and returns how much of that was this account's: the clock asks for every account's. */
async function work({ accountId }: Actor): Promise<number> {
  await queueDueReminders();
  const sqs = new SQSClient({});
  const QueueUrl = cloud.queueUrl("remind");
  let own = 0;
  for (;;) {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    if (Messages.length === 0) return own;
    for (const { Body = "", ReceiptHandle } of Messages) {
      const job = JSON.parse(Body);
      await fireReminder(job);
      if (job.accountId === accountId) own += 1;
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
}

test("a reminder is SENT or SCHEDULED [TASK-04]", () => {
  expect([...REMINDER_STATUSES].sort()).toEqual(["SCHEDULED", "SENT"]);
});

test("a lead carries notes and reminders [TASK-05]", async () => {
  using it = await quietWorld();
  const { actor, lead_id } = it;
  const note = await createNote(actor, { lead_id, text: "Likes blue" });
  const later = await it.remind({ due_at: at(9) });
  const sooner = await it.remind({ note: "" });
  expect((await listNotes(actor, { lead_id })).items).toEqual([note]);
  expect((await listReminders(actor, { lead_id })).items).toEqual([sooner, later]);
  expect(later).toEqual({
    id: later.id,
    lead_id,
    note: "Ask for the plan",
    due_at: at(9),
    only_if_no_reply: false,
    status: "SCHEDULED",
    created_by: actor.userId,
    created_at: MONDAY,
  });
});

test("at its time a reminder becomes SENT and mails its creator, once, however often it is fired [TASK-09]", async () => {
  using it = await talkingWorld();
  const { id, thread_id } = await it.remind();
  expect(thread_id).toBe(it.threadId);
  it.clock.set(new Date(Date.parse(at(5)) - 1_000).toISOString());
  expect(await work(it.actor)).toBe(0);
  await it.fire(id);
  expect(await it.statuses()).toEqual([[id, "SCHEDULED"]]);
  it.clock.move(1_000);
  expect(await work(it.actor)).toBe(1);
  await Promise.all([it.fire(id), it.fire(id)]);
  it.clock.move(HOUR_MS);
  await it.fire(id);
  expect(await work(it.actor)).toBe(0);
  expect(await it.statuses()).toEqual([[id, "SENT"]]);
  const [mail, ...others] = await it.mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Reminder: Lee0");
  expect(mail?.body.text).toContain("Lee0 (lead0@prospect.example): Ask for the plan");
  expect(mail?.body.text).toContain(`https://app.thaw.example/app/master-inbox/${it.threadId}`);
});

test("workers that fire a reminder at the same moment mail it once [TASK-09]", async () => {
  using it = await quietWorld();
  const { id } = await it.remind();
  it.clock.set(at(5));
  {
    using _race = raceWrites(4);
    await Promise.all(Array.from({ length: 4 }, () => it.fire(id)));
  }
  expect(await it.mails()).toHaveLength(1);
});

test("a mail that could not be delivered is tried again, once its lease is over", async () => {
  using it = await quietWorld();
  const { id } = await it.remind();
  it.clock.set(at(5));
  const site = process.env.SITE_URL;
  delete process.env.SITE_URL;
  await expect(it.fire(id)).rejects.toThrow("SITE_URL");
  process.env.SITE_URL = site;
  await it.fire(id);
  expect(await it.mails()).toEqual([]);
  it.clock.move(HOUR_MS);
  await Promise.all([it.fire(id), it.fire(id)]);
  await it.fire(id);
  expect(await it.mails()).toHaveLength(1);
});

test("a conversation is in Reminders, the soonest first, until its last reminder is dismissed [TASK-09]", async () => {
  using it = await talkingWorld();
  const { actor, threadId, raised } = it;
  expect(await raised()).toEqual([]);
  const one = await it.remind();
  const two = await it.remind({ due_at: at(7) });
  const soonest = async () =>
    (await listThreads(actor, { folder: "reminders" })).items.map((thread) => thread.reminder_at);
  expect(await soonest()).toEqual([at(5)]);
  await markThread(actor, { thread_id: threadId, mark: "archive" });
  expect(await raised()).toEqual([threadId]);
  const early = { code: "invalid_transition" };
  await expect(dismissReminder(actor, { reminder_id: one.id })).rejects.toMatchObject(early);
  it.clock.set(at(5));
  await it.fire(one.id);
  await dismissReminder(actor, { reminder_id: one.id });
  await dismissReminder(actor, { reminder_id: one.id });
  expect(await soonest()).toEqual([at(7)]);
  await updateReminder(actor, { reminder_id: two.id, due_at: at(9) });
  expect(await soonest()).toEqual([at(9)]);
  await expect(updateReminder(actor, { reminder_id: one.id, note: "" })).rejects.toMatchObject(
    early,
  );
  await deleteReminder(actor, { reminder_id: two.id });
  expect(await raised()).toEqual([]);
  it.clock.set(at(9));
  expect(await work(it.actor)).toBe(0);
});

test("a lead that wrote meanwhile is raised by a reminder that was made before there was a conversation", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  const it = await peopled(world);
  const { id, thread_id } = await it.remind();
  expect(thread_id).toBeUndefined();
  await runAndSend(world, clock, 4);
  await receive(world, { from: LEAD, answers: messageIdOf(sendIdIn(world), "sam@sender.example") });
  expect(await it.raised()).toEqual([]);
  clock.set(at(5));
  await it.fire(id);
  expect(await it.raised()).toHaveLength(1);
});

test("a reply cancels the reminders that wait for silence, and those alone", async () => {
  using it = await talkingWorld();
  const before = await it.stream();
  it.clock.move(HOUR_MS);
  const silence = await it.remind({ only_if_no_reply: true });
  const always = await it.remind({ due_at: at(6) });
  // What was said before is no answer, when the stream hands it on once more.
  await cancelAnsweredReminders(before);
  expect(await it.statuses()).toEqual([
    [silence.id, "SCHEDULED"],
    [always.id, "SCHEDULED"],
  ]);
  it.clock.move(HOUR_MS);
  await it.reply();
  await cancelAnsweredReminders(await it.stream());
  await cancelAnsweredReminders(await it.stream());
  expect(await it.statuses()).toEqual([[always.id, "SCHEDULED"]]);
  expect(await it.raised()).toEqual([it.threadId]);
});

test("a reminder that waits for silence notifies nobody where the lead has written and the stream is behind", async () => {
  using it = await talkingWorld();
  it.clock.move(HOUR_MS);
  const [silence, answered] = [
    await it.remind({ only_if_no_reply: true, due_at: at(2) }),
    await it.remind({ only_if_no_reply: true, due_at: at(4) }),
  ];
  it.clock.set(at(2));
  await it.fire(silence.id);
  it.clock.set(at(3));
  await it.reply();
  it.clock.set(at(4));
  await it.fire(answered.id);
  expect(await it.statuses()).toEqual([[silence.id, "SENT"]]);
  expect(await it.mails()).toHaveLength(1);
});

test("a reminder's time is still to come, its conversation is its lead's, and both are its account's", async () => {
  using it = await talkingWorld();
  const { lead_id, actor } = it;
  const wrong = { code: "invalid", fields: { due_at: [told(expect.any(String))] } };
  await expect(it.remind({ due_at: MONDAY })).rejects.toMatchObject(wrong);
  await expect(it.remind({ thread_id: it.threadId + 1 })).rejects.toMatchObject({
    code: "not_found",
  });
  const { id: reminder_id } = await it.remind();
  const stranger = testActor();
  for (const visibility of [deleteReminder, dismissReminder, updateReminder]) {
    await expect(visibility(stranger, { reminder_id })).rejects.toMatchObject({
      code: "not_found",
    });
  }
  const viewer = { ...actor, permissions: permissionsOf("VIEW_ONLY_ACCESS") };
  for (const change of [deleteReminder, dismissReminder, updateReminder]) {
    await expect(change(viewer, { reminder_id })).rejects.toMatchObject({ code: "forbidden" });
  }
  expect((await listReminders(viewer, { lead_id })).items).toHaveLength(1);
});

test("reminders go with their lead, and nothing is mailed", async () => {
  using it = await talkingWorld();
  const { id } = await it.remind();
  await deleteLead(it.actor, { lead_id: it.lead_id });
  expect(await it.raised()).toEqual([]);
  it.clock.set(at(5));
  await it.fire(id);
  expect(await it.mails()).toEqual([]);
});
