import { afterAll, beforeAll, expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { startCloud, type TestCloud } from "../../../../../tests/support/cloud.ts";
import {
  CONNECTOR_SECRET,
  type FakeConnector,
  startLinkedInConnector,
} from "../../../../../tests/support/linkedin-connector.ts";
import { changePlan, storeAccount } from "../../../../../tests/support/records.ts";
import { makeWorld, type World, type WorldOptions } from "../../../../../tests/support/world.ts";
import type { Actor } from "../../actor.ts";
import { getCampaign, updateCampaign } from "../../campaigns/campaign/campaign.ts";
import { pauseCampaign, startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import { runAction } from "../../inbox/manual-step/linkedin-action.ts";
import { completeTask } from "../../inbox/task/complete-task.ts";
import { listTasks } from "../../inbox/task/task-list.ts";
import { listCampaignLeads } from "../../leads/lead/campaign-lead-list.ts";
import { explainLead } from "../../workspace/diagnostics/explain-lead.ts";
import { LINKEDIN_PROGRESS } from "./linkedin.schema.ts";
import {
  addLinkedInAccount,
  checkLinkedInAccount,
  confirmLinkedInAccount,
  listLinkedInAccounts,
  loseLinkedInAccount,
  reconnectLinkedInAccount,
  removeLinkedInAccount,
} from "./linkedin-account.ts";
import { setLinkedInConnector } from "./linkedin-connector.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

let cloud: TestCloud;
beforeAll(async () => {
  process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
  cloud = await startCloud();
});
afterAll(async () => {
  delete process.env.ALLOW_PRIVATE_MAIL_HOSTS;
  await cloud[Symbol.asyncDispose]();
});

const SAM = { name: "Sam Sender", profile_url: "linkedin.com/in/sam-sender/?x=1" };

async function withConnector(actor: Actor, { url }: FakeConnector): Promise<void> {
  await setLinkedInConnector(actor, { url, secret: CONNECTOR_SECRET });
}

test("a LinkedIn account is INVALID, SUCCESS or INPROGRESS [LI-01]", () => {
  expect([...LINKEDIN_PROGRESS].sort()).toEqual(["INPROGRESS", "INVALID", "SUCCESS"]);
});

test("an account is INPROGRESS with its name and profile until its owner confirms it, and INVALID once it is lost [LI-06]", async () => {
  const actor = testActor();
  const added = await addLinkedInAccount(actor, SAM);
  expect(added).toMatchObject({
    name: "Sam Sender",
    profile_url: "https://www.linkedin.com/in/sam-sender",
    progress: "INPROGRESS",
    is_automatic: false,
  });
  const id = { linkedin_account_id: added.id };
  expect(await confirmLinkedInAccount(actor, id)).toMatchObject({ progress: "SUCCESS" });
  await expect(confirmLinkedInAccount(actor, id)).rejects.toMatchObject({
    code: "invalid_transition",
  });
  expect(await loseLinkedInAccount(actor, id)).toMatchObject({ progress: "INVALID" });
  expect(await reconnectLinkedInAccount(actor, id)).toMatchObject({ progress: "INPROGRESS" });
  await expect(addLinkedInAccount(actor, SAM)).rejects.toMatchObject({ code: "conflict" });
  await expect(confirmLinkedInAccount(testActor(), id)).rejects.toMatchObject({
    code: "not_found",
  });
  await removeLinkedInAccount(actor, id);
  expect((await listLinkedInAccounts(actor, {})).items).toEqual([]);
  expect(await addLinkedInAccount(actor, SAM)).toMatchObject({ progress: "INPROGRESS" });
});

test("a connector turns an account SUCCESS or INVALID, or says later which [LI-06]", async () => {
  await using connector = await startLinkedInConnector();
  const actor = testActor();
  await withConnector(actor, connector);
  const good = await addLinkedInAccount(actor, SAM);
  expect(good).toMatchObject({ progress: "SUCCESS", is_automatic: true });
  expect(connector.requests).toMatchObject([
    {
      method: "POST",
      path: "/connect",
      body: { account: { id: good.id, name: "Sam Sender", profile_url: good.profile_url } },
    },
  ]);
  connector.answers["/connect"] = { status: "FAILED", message: "Wrong password" };
  const bad = await addLinkedInAccount(actor, { ...SAM, profile_url: "linkedin.com/in/bad" });
  expect(bad).toMatchObject({ progress: "INVALID", problem: "Wrong password" });
  connector.answers["/connect"] = { status: "PENDING" };
  const id = { linkedin_account_id: bad.id };
  expect(await reconnectLinkedInAccount(actor, id)).toMatchObject({ progress: "INPROGRESS" });
  const [, first, again] = connector.requests;
  expect(again?.idempotencyKey).not.toBe(first?.idempotencyKey);
  connector.answers["*"] = { status: "DONE" };
  expect(await checkLinkedInAccount(actor, id)).toMatchObject({ progress: "SUCCESS" });
  expect(connector.requests.at(-1)).toMatchObject({ method: "GET", path: "/status/ref-3" });
  connector.answers["/connect"] = 503;
  const later = await addLinkedInAccount(actor, { ...SAM, profile_url: "linkedin.com/in/later" });
  expect(later).toMatchObject({ progress: "INPROGRESS", problem: "The connector replied 503" });
});

test("a plan without LinkedIn takes no accounts", async () => {
  const actor = testActor();
  await storeAccount(actor.accountId, "Etc/GMT");
  await changePlan(actor.accountId, "BASE");
  await expect(addLinkedInAccount(actor, SAM)).rejects.toMatchObject({ code: "plan_limit" });
});

const step = (type: string, delayInDays: number) =>
  ({ type, delayInDays, subject: "", body: `${type} {{first_name}}` }) as NonNullable<
    WorldOptions["steps"]
  >[number];

const STEPS = [
  step("LI_VIEW", 0),
  step("LI_CONNECT", 1),
  step("LI_MESSAGE", 1),
  { ...step("LI_INMAIL", 1), subject: "Hello" },
  step("LI_ACTIVITY", 1),
];

/** A campaign of LinkedIn steps that works from accounts which are in use. */
async function linkedInWorld(actor: Actor, options: Partial<WorldOptions> & { accounts: number }) {
  const ids: number[] = [];
  for (let index = 0; index < options.accounts; index++) {
    const profile_url = `linkedin.com/in/account${index}`;
    const { id, progress } = await addLinkedInAccount(actor, { name: `Sam ${index}`, profile_url });
    if (progress !== "SUCCESS") await confirmLinkedInAccount(actor, { linkedin_account_id: id });
    ids.push(id);
  }
  const world = await makeWorld({
    smtpPort: 1,
    actor,
    leads: 1,
    steps: STEPS,
    leadFields: (index) => ({ linkedin_profile: `https://www.linkedin.com/in/lee${index}` }),
    ...options,
  });
  await updateCampaign(actor, { campaign_id: world.campaignId, linkedin_account_ids: ids });
  return { world, ids };
}

const tasksOf = async ({ actor }: World) =>
  (await listTasks(actor, { scope: "all", status: ["CREATED"], limit: 200 })).items;

/** What the queue would carry: every action that is due. */
async function work(world: World): Promise<void> {
  const { items } = await listTasks(world.actor, { scope: "all", limit: 200 });
  for (const { id } of items) {
    await runAction({ accountId: world.actor.accountId, taskId: id });
  }
}

test("a connector views, asks to connect, writes, sends InMail and engages; acceptance lets the lead go on [LI-08]", async () => {
  await using connector = await startLinkedInConnector();
  using clock = stoppedClock(MONDAY);
  const actor = testActor();
  await withConnector(actor, connector);
  const { world } = await linkedInWorld(actor, { accounts: 1 });
  connector.answers["/invite"] = { status: "PENDING" };
  const leadOf = async () =>
    (await listCampaignLeads(actor, { campaign_id: world.campaignId })).items[0];
  const runStep = async () => {
    await planRun(world);
    await work(world);
    await work(world);
  };
  await runStep();
  expect(await leadOf()).toMatchObject({ next_step: 2 });
  clock.move(DAY_MS);
  await runStep();
  expect(await leadOf()).toMatchObject({ next_step: 3, connection: "PENDING" });
  connector.answers["*"] = { status: "ACCEPTED" };
  clock.move(30 * MINUTE_MS);
  await work(world);
  expect(await leadOf()).toMatchObject({ connection: "ACCEPTED" });
  connector.answers["*"] = { status: "DONE" };
  for (let passed = 0; passed < 3; passed++) {
    clock.move(DAY_MS + 31 * MINUTE_MS);
    await runStep();
  }
  expect(await leadOf()).toMatchObject({ status: "COMPLETED" });
  expect(await tasksOf(world)).toEqual([]);
  const asked = connector.requests.filter(({ path }) => path !== "/connect");
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /view",
    "POST /invite",
    "GET /status/ref-3",
    "POST /message",
    "POST /inmail",
    "POST /activity",
  ]);
  expect(asked[4]?.body).toEqual({
    account: { ref: "ref-1" },
    lead: { profile_url: "https://www.linkedin.com/in/lee0" },
    subject: "Hello",
    text: "LI_INMAIL Lee0",
  });
  expect(connector.refused).toEqual([]);
});

test("a connector that answers with a key of ours is quoted", async () => {
  await using connector = await startLinkedInConnector();
  const actor = testActor();
  await withConnector(actor, connector);
  connector.answers["/connect"] = { status: "FAILED", message: "linkedin.connectorRefused" };
  const account = await addLinkedInAccount(actor, SAM);
  expect(account).toMatchObject({ progress: "INVALID", problem: "linkedin.connectorRefused" });
  expect(account).not.toHaveProperty("problem_key");
});

test("what a connector cannot do stays a task for a person, with its reason", async () => {
  await using connector = await startLinkedInConnector();
  using _clock = stoppedClock(MONDAY);
  const actor = testActor();
  await withConnector(actor, connector);
  const { world } = await linkedInWorld(actor, { accounts: 1 });
  connector.answers["/view"] = { status: "FAILED", message: "No such profile" };
  await planRun(world);
  await work(world);
  await work(world);
  const [task] = await tasksOf(world);
  expect(task?.description).toContain("Please do this by hand. No such profile");
  expect(connector.requests.filter(({ path }) => path === "/view")).toHaveLength(1);
});

test("a task that a person has done meanwhile is not done again by the connector", async () => {
  await using connector = await startLinkedInConnector();
  using _clock = stoppedClock(MONDAY);
  const actor = testActor();
  await withConnector(actor, connector);
  const { world } = await linkedInWorld(actor, { accounts: 1 });
  await planRun(world);
  const [task] = await tasksOf(world);
  await completeTask(actor, { task_id: task?.id ?? 0 });
  await work(world);
  expect(connector.requests.map(({ path }) => path)).toEqual(["/connect"]);
});

test("nothing is begun for a campaign that was paused meanwhile", async () => {
  await using connector = await startLinkedInConnector();
  using clock = stoppedClock(MONDAY);
  const actor = testActor();
  await withConnector(actor, connector);
  const { world } = await linkedInWorld(actor, { accounts: 1 });
  await planRun(world);
  await pauseCampaign(actor, { campaign_id: world.campaignId });
  await work(world);
  expect(connector.requests.map(({ path }) => path)).toEqual(["/connect"]);
  await startCampaign(actor, { campaign_id: world.campaignId });
  clock.move(5 * MINUTE_MS);
  await work(world);
  expect(connector.requests.map(({ path }) => path)).toEqual(["/connect", "/view"]);
});

test("each LinkedIn account has its own forty of a date, and a lead stays with its account [LI-05]", async () => {
  using clock = stoppedClock(MONDAY);
  const { world, ids } = await linkedInWorld(testActor(), {
    accounts: 2,
    leads: 90,
    steps: [step("LI_VIEW", 0), step("LI_MESSAGE", 1)],
  });
  const fromOf = (tasks: Awaited<ReturnType<typeof tasksOf>>) =>
    tasks.map(({ description }) => /account of (Sam \d)/.exec(description)?.[1] ?? "");
  for (let run = 0; run < 3; run++, clock.move(6 * MINUTE_MS)) await planRun(world);
  const today = await tasksOf(world);
  const from = fromOf(today);
  expect([...new Set(from)].sort()).toEqual(["Sam 0", "Sam 1"]);
  expect(from.filter((name) => name === "Sam 0")).toHaveLength(40);
  expect(today).toHaveLength(80);
  const [first, second] = today;
  for (const task of [first, second]) {
    await completeTask(world.actor, { task_id: task?.id ?? 0 });
  }
  clock.move(DAY_MS);
  await planRun(world);
  const tomorrow = (await tasksOf(world)).filter(({ step }) => step?.step === 2);
  expect(new Set(tomorrow.map(({ lead_id }) => lead_id))).toEqual(
    new Set([first?.lead_id, second?.lead_id]),
  );
  for (const [index, task] of [first, second].entries()) {
    const next = tomorrow.filter(({ lead_id }) => lead_id === task?.lead_id);
    expect(fromOf(next)).toEqual([from[index]]);
  }
  expect(
    (await getCampaign(world.actor, { campaign_id: world.campaignId })).linkedin_account_ids,
  ).toEqual(ids);
});

test("leads wait while none of their campaign's LinkedIn accounts is in use, and diagnostics say so", async () => {
  using clock = stoppedClock(MONDAY);
  const { world, ids } = await linkedInWorld(testActor(), { accounts: 1 });
  const id = { linkedin_account_id: ids[0] ?? 0 };
  await loseLinkedInAccount(world.actor, id);
  await planRun(world);
  expect(await tasksOf(world)).toEqual([]);
  const asked = { campaign_id: world.campaignId, lead_id: world.leadIds[0] ?? 0 };
  expect(await explainLead(world.actor, asked)).toMatchObject({
    rule: "linkedin_account_lost",
    fix: "linkedin",
  });
  await reconnectLinkedInAccount(world.actor, id);
  await confirmLinkedInAccount(world.actor, id);
  clock.move(6 * MINUTE_MS);
  await planRun(world);
  expect(await tasksOf(world)).toHaveLength(1);
});

test("a campaign takes LinkedIn accounts of its own account only", async () => {
  const { ids } = await linkedInWorld(testActor(), { accounts: 1 });
  const { world } = await linkedInWorld(testActor(), { accounts: 0 });
  const change = { campaign_id: world.campaignId, linkedin_account_ids: [(ids[0] ?? 0) + 1] };
  await expect(updateCampaign(world.actor, change)).rejects.toMatchObject({ code: "invalid" });
});
