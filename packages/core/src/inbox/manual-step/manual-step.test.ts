import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { changePlan, eventsOfToday, storeAccount } from "../../../../../tests/support/records.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeWorld, type World, type WorldOptions } from "../../../../../tests/support/world.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { getCampaignAnalytics } from "../../campaigns/campaign/campaign-analytics.ts";
import { CONNECTION_STATUSES } from "../../campaigns/campaign-lead/campaign-lead.schema.ts";
import { presentMessage } from "../../campaigns/message/planned-message.ts";
import { getSequence, saveSequence } from "../../campaigns/sequence/sequence.ts";
import { STEP_TYPES } from "../../campaigns/sequence/step-type.schema.ts";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import { getSendPlan } from "../../engine/forecast/forecast.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import {
  moveCampaignLead,
  pauseCampaignLead,
  removeCampaignLead,
  resumeCampaignLead,
  stopCampaignLead,
} from "../../leads/lead/campaign-lead-actions.ts";
import { listCampaignLeads } from "../../leads/lead/campaign-lead-list.ts";
import { projectEvents } from "../../reporting/counter/project-events.ts";
import { explainCampaign } from "../../workspace/diagnostics/explain-campaign.ts";
import { explainLead } from "../../workspace/diagnostics/explain-lead.ts";
import { completeTask } from "../task/complete-task.ts";
import { countOpenTasks, listTasks } from "../task/task-list.ts";
import { acceptConnection } from "./accept-connection.ts";
import { closeTasks } from "./close-tasks.ts";
import { LINKEDIN_DAILY_LIMITS } from "./linkedin-limit.schema.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

await cloudOfFile();

type Steps = NonNullable<WorldOptions["steps"]>;

const BY_HAND: Steps = [
  {
    type: "MANUAL_EMAIL",
    delayInDays: 0,
    subject: "Hello {{first_name}}",
    body: "<p>Hi {{first_name}}</p>",
  },
  { delayInDays: 2, subject: "A mail", body: "<p>Hello again</p>" },
];

const profile = (index: number) => ({
  linkedin_profile: `https://www.linkedin.com/in/lee${index}`,
});

const tasksOf = async ({ actor }: World) =>
  (await listTasks(actor, { scope: "all", status: ["CREATED"], limit: 100 })).items;

const leadsOf = async ({ actor, campaignId: campaign_id }: World) =>
  (await listCampaignLeads(actor, { campaign_id })).items;

const recordOf = ({ actor, campaignId, leadIds }: World, step: number, index = 0) => {
  const leadId = leadIds[index] ?? 0;
  return presentMessage({ accountId: actor.accountId, campaignId, leadId, step });
};

const kindsOf = async ({ actor, campaignId }: World) =>
  (await eventsOfToday(actor.accountId, campaignId)).map(({ kind }) => kind);

test("a manual step makes one task with the lead's words, and holds the lead until someone has done it", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, steps: BY_HAND });
  await planRun(world);
  clock.move(6 * MINUTE_MS);
  await planRun(world);
  const tasks = await tasksOf(world);
  expect(tasks).toMatchObject([
    {
      lead_id: world.leadIds[0],
      campaign_id: world.campaignId,
      status: "CREATED",
      step: {
        step: 1,
        action: "MANUAL_EMAIL",
        subject: "Hello Lee0",
        text: "<p>Hi Lee0</p>",
      },
    },
  ]);
  expect(await kindsOf(world)).toContain("manual-step");
  expect(await leadsOf(world)).toMatchObject([
    { status: "STARTED", next_step: 1, held_for: "MANUAL_EMAIL", held_since: MONDAY },
  ]);
  expect(await recordOf(world, 2)).toBeUndefined();
  clock.move(DAY_MS);
  const done = { task_id: tasks[0]?.id ?? 0 };
  await completeTask(world.actor, done);
  await completeTask(world.actor, done);
  const [lead] = await leadsOf(world);
  expect(lead).toMatchObject({
    status: "INPROGRESS",
    next_step: 2,
    next_send_at: "2026-03-05T09:06:00.000Z",
  });
  expect(lead).not.toHaveProperty("held_for");
  expect(await recordOf(world, 1)).toMatchObject({ status: "SENT", subject: "Hello Lee0" });
  clock.move(2 * DAY_MS);
  await planRun(world);
  expect(await recordOf(world, 2)).toMatchObject({ status: "DRAFTED" });
});

test("skipping a manual step is on record as SKIPPED, and the lead goes on with the next step's delay", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, steps: BY_HAND });
  await planRun(world);
  clock.move(DAY_MS);
  const [task] = await tasksOf(world);
  await completeTask(world.actor, { task_id: task?.id ?? 0, outcome: "SKIPPED" });
  expect(await recordOf(world, 1)).toMatchObject({
    status: "SKIPPED",
    failure: { kind: "rule", text: "by_hand" },
  });
  expect(await kindsOf(world)).toContain("manual-skipped");
  expect(await leadsOf(world)).toMatchObject([
    { status: "INPROGRESS", next_step: 2, next_send_at: "2026-03-05T09:00:00.000Z" },
  ]);
});

test("only a request to connect can be accepted", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, steps: BY_HAND });
  await planRun(world);
  const [task] = await tasksOf(world);
  const accepted = completeTask(world.actor, { task_id: task?.id ?? 0, outcome: "ACCEPTED" });
  await expect(accepted).rejects.toMatchObject({ code: "invalid" });
  expect(await tasksOf(world)).toHaveLength(1);
});

test("a run of a campaign that has only automatic mails asks the table for nothing of what people do", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 2 });
  const asked: string[] = [];
  const stop = client.intercept((action, input, next) => {
    asked.push(`${action} ${JSON.stringify(input).toLowerCase()}`);
    return next(input);
  });
  await planRun(world);
  stop();
  expect(await recordOf(world, 1)).toMatchObject({ status: "DRAFTED" });
  expect(asked.filter((each) => /hand-|linkedinday|\$task|leadtask/.test(each))).toEqual([]);
});

test("the last step done by hand finishes its lead", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, steps: BY_HAND.slice(0, 1) });
  await planRun(world);
  const [task] = await tasksOf(world);
  await completeTask(world.actor, { task_id: task?.id ?? 0 });
  expect(await leadsOf(world)).toMatchObject([{ status: "COMPLETED" }]);
  const ends = (await eventsOfToday(world.actor.accountId, world.campaignId)).filter(
    ({ endsLead }) => endsLead,
  );
  expect(ends).toHaveLength(1);
});

const CONNECT: Steps = [
  { type: "LI_CONNECT", delayInDays: 0, subject: "", body: "Hi {{first_name}}" },
  { type: "LI_MESSAGE", delayInDays: 3, subject: "", body: "Good to meet you" },
  { delayInDays: 2, subject: "A mail", body: "<p>Hello</p>" },
];

test("of one action at most forty tasks come up on a date of the account's timezone; the forty-first waits for the next [LI-05]", async () => {
  using clock = stoppedClock("2026-03-02T15:30:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 42, leadFields: profile, steps: CONNECT });
  const { accountId } = world.actor;
  const inTokyo = () => runTrigger({ accountId, campaignId: world.campaignId }, "Asia/Tokyo");
  await inTokyo();
  clock.move(6 * MINUTE_MS);
  await inTokyo();
  expect(await tasksOf(world)).toHaveLength(40);
  // Still the second of March in Greenwich, and already the third in Tokyo since 15:00.
  clock.set("2026-03-02T23:30:00.000Z");
  await inTokyo();
  expect(await tasksOf(world)).toHaveLength(40);
  clock.set("2026-03-03T15:01:00.000Z");
  await inTokyo();
  const tasks = await tasksOf(world);
  expect(tasks).toHaveLength(42);
  expect(tasks[0]?.step).toMatchObject({
    action: "LI_CONNECT",
    text: "Hi Lee0",
    profile_url: "https://www.linkedin.com/in/lee0",
  });
});

test("a lead without a LinkedIn profile goes on without LinkedIn steps, which are on record as SKIPPED [LI-09]", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, steps: CONNECT });
  await planRun(world);
  expect(await recordOf(world, 1)).toMatchObject({
    status: "SKIPPED",
    failure: { kind: "rule", text: "no_linkedin_profile" },
  });
  expect(await leadsOf(world)).toMatchObject([
    { next_step: 2, next_send_at: "2026-03-05T09:00:00.000Z" },
  ]);
  clock.move(3 * DAY_MS);
  await planRun(world);
  clock.move(2 * DAY_MS);
  await planRun(world);
  expect(await tasksOf(world)).toEqual([]);
  expect(await recordOf(world, 2)).toMatchObject({ status: "SKIPPED" });
  expect(await recordOf(world, 3)).toMatchObject({ status: "DRAFTED" });
});

test("a request to connect is PENDING once it was sent and ACCEPTED when someone says so; then the next step's delay begins [LI-02] [LI-07]", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, leadFields: profile, steps: CONNECT });
  const { actor, campaignId: campaign_id } = world;
  await planRun(world);
  const [task] = await tasksOf(world);
  await completeTask(actor, { task_id: task?.id ?? 0 });
  expect(await leadsOf(world)).toMatchObject([
    { connection: "PENDING", next_step: 2, next_send_at: "2026-03-09T09:00:00.000Z" },
  ]);
  clock.move(DAY_MS);
  await acceptConnection(actor, { campaign_id, lead_id: world.leadIds[0] ?? 0 });
  await acceptConnection(actor, { campaign_id, lead_id: world.leadIds[0] ?? 0 });
  expect(await leadsOf(world)).toMatchObject([
    { connection: "ACCEPTED", next_step: 2, next_send_at: "2026-03-06T09:00:00.000Z" },
  ]);
  clock.move(3 * DAY_MS);
  await planRun(world);
  expect(await tasksOf(world)).toMatchObject([{ step: { action: "LI_MESSAGE" } }]);
});

test("a request that nobody accepts in its days gives way to the next mail [LI-07]", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, leadFields: profile, steps: CONNECT });
  await planRun(world);
  const [task] = await tasksOf(world);
  await completeTask(world.actor, { task_id: task?.id ?? 0 });
  clock.move(7 * DAY_MS - MINUTE_MS);
  await planRun(world);
  expect(await leadsOf(world)).toMatchObject([{ connection: "PENDING", next_step: 2 }]);
  clock.move(6 * MINUTE_MS);
  await planRun(world);
  clock.move(6 * MINUTE_MS);
  await planRun(world);
  expect(await tasksOf(world)).toEqual([]);
  expect(await recordOf(world, 2)).toMatchObject({
    status: "SKIPPED",
    failure: { kind: "rule", text: "not_connected" },
  });
  expect(await recordOf(world, 3)).toMatchObject({ status: "DRAFTED" });
  expect(await leadsOf(world)).toMatchObject([
    { connection: "SKIPPED_AND_EMAIL_MESSAGE_SENT", next_step: 3 },
  ]);
});

test("without LinkedIn in its plan an account adds no such step, and those that are there wait [LI-10]", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, leadFields: profile, steps: CONNECT });
  const { actor, campaignId: campaign_id } = world;
  await storeAccount(actor.accountId, "Etc/GMT", "BASE");
  await planRun(world);
  expect(await tasksOf(world)).toEqual([]);
  expect(await leadsOf(world)).toMatchObject([{ status: "STARTED", next_step: 1 }]);
  const { steps } = await getSequence(actor, { campaign_id });
  const [first, ...others] = steps;
  if (!first) throw new Error("There is no step");
  const more = saveSequence(actor, { campaign_id, steps: [first, ...others, others[0] ?? first] });
  await expect(more).rejects.toMatchObject({
    code: "plan_limit",
    status: 402,
    fields: { "steps.3.seq_type": [told(expect.stringContaining("LinkedIn"))] },
  });
  await saveSequence(actor, { campaign_id, steps: [first, ...others.slice(1)] });
  await changePlan(actor.accountId, "POPULAR");
  clock.move(6 * MINUTE_MS);
  await planRun(world);
  expect(await tasksOf(world)).toHaveLength(1);
});

test("there are seven kinds of steps, a request to connect is in one of three states, and five actions have forty a day [SEQ-11] [LI-02] [LI-03]", () => {
  expect([...STEP_TYPES]).toEqual([
    "EMAIL",
    "MANUAL_EMAIL",
    "LI_VIEW",
    "LI_CONNECT",
    "LI_MESSAGE",
    "LI_INMAIL",
    "LI_ACTIVITY",
  ]);
  expect([...CONNECTION_STATUSES]).toEqual([
    "PENDING",
    "ACCEPTED",
    "SKIPPED_AND_EMAIL_MESSAGE_SENT",
  ]);
  expect(LINKEDIN_DAILY_LIMITS).toEqual({
    LI_CONNECT: 40,
    LI_MESSAGE: 40,
    LI_VIEW: 40,
    LI_ACTIVITY: 40,
    LI_INMAIL: 40,
  });
});

test("a lead that ends leaves no task behind, and has it again when it comes back to the step", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1, steps: BY_HAND });
  const { actor, campaignId: campaign_id } = world;
  const lead = { campaign_id, lead_id: world.leadIds[0] ?? 0 };
  await planRun(world);
  clock.move(MINUTE_MS);
  await stopCampaignLead(actor, lead);
  await closeTasks(await written(world));
  await closeTasks(await written(world));
  expect(await tasksOf(world)).toEqual([]);
  clock.move(6 * MINUTE_MS);
  await resumeCampaignLead(actor, lead);
  await planRun(world);
  clock.move(6 * MINUTE_MS);
  await planRun(world);
  expect(await tasksOf(world)).toHaveLength(1);
  expect(await leadsOf(world)).toMatchObject([{ status: "STARTED", held_for: "MANUAL_EMAIL" }]);
  await projectEvents(await eventsOfToday(actor.accountId, campaign_id));
  expect(await explainCampaign(actor, { campaign_id })).toMatchObject({
    is_going_out: false,
    rule: "tasks_open",
    figures: { tasks: 1 },
  });
});

test("a campaign's figures by step hold what people have done and left out", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 3, steps: BY_HAND });
  const { actor, campaignId: campaign_id } = world;
  await planRun(world);
  const [one, two] = await tasksOf(world);
  await completeTask(actor, { task_id: one?.id ?? 0 });
  await completeTask(actor, { task_id: two?.id ?? 0, outcome: "SKIPPED" });
  await projectEvents(await eventsOfToday(actor.accountId, campaign_id));
  const { steps, totals } = await getCampaignAnalytics(actor, { campaign_id });
  expect(steps).toMatchObject([{ step: 1, variant: "A", done: 1, skipped: 1, sent: 0 }]);
  expect(totals).toMatchObject({ contacted: 1, sent: 0 });
});

test("a lead that is taken out of its campaign, or moved to another, leaves no task behind", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 3, steps: BY_HAND });
  const { actor, campaignId: campaign_id, leadIds } = world;
  const [removed = 0, moved = 0, stays = 0] = leadIds;
  const { id: to_campaign_id } = await createCampaign(actor, { name: "Other" });
  await planRun(world);
  expect(await tasksOf(world)).toHaveLength(3);
  clock.move(MINUTE_MS);
  await removeCampaignLead(actor, { campaign_id, lead_id: removed });
  await moveCampaignLead(actor, { campaign_id, lead_id: moved, to_campaign_id });
  await pauseCampaignLead(actor, { campaign_id, lead_id: stays });
  await closeTasks(await written(world));
  await closeTasks(await written(world));
  expect(await tasksOf(world)).toMatchObject([{ lead_id: stays }]);
  expect(await countOpenTasks(actor, {})).toEqual({ open: 1 });
  const kinds = await kindsOf(world);
  expect(kinds.filter((kind) => kind === "manual-skipped")).toHaveLength(2);
});

test("why a lead waits names its task, LinkedIn's day and the plan; its forecast leaves to people what they do", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 41, leadFields: profile, steps: CONNECT });
  const { actor, campaignId: campaign_id, leadIds } = world;
  await storeAccount(actor.accountId, "Etc/GMT", "BASE");
  const explain = (index: number) =>
    explainLead(actor, { campaign_id, lead_id: leadIds[index] ?? 0 });
  expect(await explain(0)).toMatchObject({ rule: "linkedin_not_in_plan" });
  await changePlan(actor.accountId, "PRO");
  expect(await explain(0)).toMatchObject({ rule: "next_task" });
  await planRun(world);
  const [task] = await tasksOf(world);
  expect(await explain(0)).toMatchObject({
    rule: "task",
    fix: "tasks",
    figures: { task: task?.title, type: "LI_CONNECT" },
    steps: [{ state: "by_hand" }, { state: "by_hand" }, { state: "not_planned" }],
  });
  expect(await explain(40)).toMatchObject({
    rule: "linkedin_limit",
    figures: { limit: 40, until: "2026-03-03T00:00:00.000Z" },
  });
  clock.move(MINUTE_MS);
  for (const { id: task_id } of await tasksOf(world)) await completeTask(actor, { task_id });
  expect(await explain(0)).toMatchObject({
    rule: "connection_pending",
    steps: [{ state: "done" }, { state: "by_hand" }, {}],
  });
  expect((await getSendPlan(actor, { campaign_id })).mails).toBe(0);
});

/** What the table's stream shows of a campaign. */
const written = ({ actor, campaignId }: World) => eventsOfToday(actor.accountId, campaignId);
