import { commit } from "@thaw/data/transact";
import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { addMember } from "../../accounts/team/member.ts";
import { permissionsOf } from "../../kernel/access/access-table.ts";
import { deleteLead } from "../../leads/lead/lead.ts";
import { completeTask, reopenTask } from "./complete-task.ts";
import { LeadTaskEntity } from "./lead-task.entity.ts";
import { findStepTask, STEP_TASK_IDENTITY, stepTaskWrites } from "./step-task.ts";
import { TASK_PRIORITIES, TASK_STATUSES } from "./task.schema.ts";
import { createTask, deleteTask, getTask, restoreTask, updateTask } from "./task.ts";
import { countOpenTasks, listLeadTasks, listTasks } from "./task-list.ts";
import { findTask, taskIds } from "./task-record.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const due = (day: number) => `2026-03-${String(day).padStart(2, "0")}T10:00:00.000Z`;
const missing = { code: "not_found" };

await cloudOfFile();

async function withLead() {
  const { actor, campaignId, leadIds } = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const lead_id = leadIds[0] ?? 0;
  const add = (more: object = {}) =>
    createTask(actor, { title: "Call", due_at: due(3), lead_id, ...more });
  return { actor, campaignId, lead_id, add };
}

async function member(accountId: number) {
  const { userId } = await addMember(accountId, {
    name: "Mia Member",
    email: `mia${accountId}@team.example`,
    password: "correct horse 1",
    role: "FULL_MEMBER_ACCESS",
  });
  return { ...testActor(), accountId, userId, kind: "member" as const };
}

test("priority is high, medium or low [TASK-02]", () => {
  expect(TASK_PRIORITIES).toEqual(["high", "medium", "low"]);
});

test("status is CREATED or COMPLETED [TASK-03]", () => {
  expect(TASK_STATUSES).toEqual(["CREATED", "COMPLETED"]);
});

test("a task has a priority, medium unless chosen, and is CREATED until someone completes it [TASK-01] [TASK-06]", async () => {
  using clock = stoppedClock(MONDAY);
  const { actor, campaignId, lead_id, add } = await withLead();
  const made = await add({
    title: "  Call  ",
    description: "Ask for Ann",
    campaign_id: campaignId,
  });
  expect(made).toEqual({
    id: expect.any(Number),
    title: "Call",
    description: "Ask for Ann",
    due_at: due(3),
    priority: "medium",
    status: "CREATED",
    assignee_id: actor.userId,
    lead_id,
    campaign_id: campaignId,
    created_by: actor.userId,
    created_at: MONDAY,
  });
  clock.move(60_000);
  const mia = await member(actor.accountId);
  await completeTask(mia, { task_id: made.id });
  clock.move(60_000);
  // The second caller changes nothing.
  await completeTask(actor, { task_id: made.id });
  expect(await getTask(actor, { task_id: made.id })).toEqual({
    ...made,
    status: "COMPLETED",
    completed_by: mia.userId,
    completed_at: "2026-03-02T09:01:00.000Z",
  });
  expect(await reopenTask(actor, { task_id: made.id })).toEqual(made);
});

test("a title has 1 to 200 characters, and lead, campaign and assignee are the account's own", async () => {
  const { actor, lead_id, add } = await withLead();
  const wrong = (field: string) => ({
    code: "invalid",
    fields: { [field]: [told(expect.any(String))] },
  });
  await expect(add({ title: " " })).rejects.toMatchObject(wrong("title"));
  await expect(add({ title: "x".repeat(201) })).rejects.toMatchObject(wrong("title"));
  await expect(add({ due_at: "soon" })).rejects.toMatchObject(wrong("due_at"));
  await expect(add({ assignee_id: 999_999_999 })).rejects.toMatchObject(wrong("assignee_id"));
  await expect(add({ lead_id: lead_id + 1 })).rejects.toMatchObject(missing);
  await expect(add({ campaign_id: 999 })).rejects.toMatchObject(missing);
  const { id: task_id } = await add({ title: "x".repeat(200), due_at: "2026-03-03T12:00+02:00" });
  expect((await getTask(actor, { task_id })).due_at).toBe(due(3));
  const other = await withLead();
  for (const visibility of [getTask, completeTask, deleteTask, updateTask]) {
    await expect(visibility(other.actor, { task_id })).rejects.toMatchObject(missing);
  }
});

test("a user with read access sees tasks and changes none [TASK-07]", async () => {
  const { actor, lead_id, add } = await withLead();
  const { id: task_id } = await add();
  const viewer = { ...actor, permissions: permissionsOf("VIEW_ONLY_ACCESS") };
  expect((await listTasks(viewer, { scope: "all" })).items).toHaveLength(1);
  const refused = { code: "forbidden" };
  for (const change of [completeTask, reopenTask, deleteTask, restoreTask, updateTask]) {
    await expect(change(viewer, { task_id })).rejects.toMatchObject(refused);
  }
  const task = { title: "Call", due_at: due(3), lead_id };
  await expect(createTask(viewer, task)).rejects.toMatchObject(refused);
});

test("one's own tasks or everyone's are listed by when they are due, narrowed and page by page [TASK-07]", async () => {
  const { actor, add } = await withLead();
  const mia = await member(actor.accountId);
  await add({ title: "third", due_at: due(5), priority: "high" });
  await add({ title: "first", due_at: due(3), priority: "low" });
  const second = await add({ title: "second", due_at: due(4) });
  await add({ title: "hers", due_at: due(2), assignee_id: mia.userId });
  // Of one instant: in the order in which they were made.
  await add({ title: "fourth", due_at: due(5), priority: "low" });
  const titles = async (filters: object = {}) => {
    const { items, total } = await listTasks(actor, filters);
    return [items.map(({ title }) => title).join(" "), total];
  };
  expect(await titles()).toEqual(["first second third fourth", 4]);
  expect(await titles({ scope: "all" })).toEqual(["hers first second third fourth", 5]);
  expect(await titles({ assignee_id: mia.userId })).toEqual(["hers", 1]);
  expect(await titles({ priority: ["low", "high"] })).toEqual(["first third fourth", 3]);
  expect(await titles({ due_from: due(4), due_before: due(5) })).toEqual(["second", undefined]);
  expect(await titles({ order: "latest" })).toEqual(["fourth third second first", 4]);
  await completeTask(actor, { task_id: second.id });
  expect(await titles({ status: "CREATED" })).toEqual(["first third fourth", 3]);
  expect(await titles({ status: "COMPLETED" })).toEqual(["second", 1]);
  for (const order of ["soonest", "latest"] as const) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listTasks>> = await listTasks(actor, {
        order,
        limit: 1,
        cursor,
      });
      seen.push(...page.items.map(({ title }) => title));
      ({ cursor } = page);
    } while (cursor);
    const inOrder = ["first", "second", "third", "fourth"];
    expect(seen).toEqual(order === "soonest" ? inOrder : inOrder.toReversed());
  }
  await expect(listTasks(actor, { cursor: "x" })).rejects.toMatchObject({ code: "invalid" });
  expect((await listTasks(testActor(), { scope: "all" })).items).toEqual([]);
});

test("counts follow every change, and a deleted task comes back as it was", async () => {
  const { actor, lead_id, add } = await withLead();
  const mia = await member(actor.accountId);
  const open = async () => [
    (await countOpenTasks(actor, {})).open,
    (await countOpenTasks(mia, {})).open,
  ];
  const one = await add();
  const two = await add({ priority: "high" });
  expect(await open()).toEqual([2, 0]);
  await updateTask(actor, { task_id: one.id, assignee_id: mia.userId, priority: "low" });
  expect(await open()).toEqual([1, 1]);
  await completeTask(actor, { task_id: two.id });
  expect(await open()).toEqual([0, 1]);
  await reopenTask(actor, { task_id: two.id });
  await deleteTask(actor, { task_id: two.id });
  expect(await open()).toEqual([0, 1]);
  await expect(getTask(actor, { task_id: two.id })).rejects.toMatchObject(missing);
  expect((await listLeadTasks(actor, { lead_id })).items.map(({ id }) => id)).toEqual([one.id]);
  expect(await restoreTask(actor, { task_id: two.id })).toEqual(two);
  await restoreTask(actor, { task_id: two.id });
  expect(await open()).toEqual([1, 1]);
  expect((await listTasks(actor, { scope: "all" })).items).toHaveLength(2);
});

test("of a lead, what is to be done comes before what was done, and goes with the lead", async () => {
  const { actor, lead_id, add } = await withLead();
  const done = await add({ title: "done" });
  await add({ title: "later", due_at: due(9) });
  await add({ title: "sooner", due_at: due(4) });
  await completeTask(actor, { task_id: done.id });
  const { items } = await listLeadTasks(actor, { lead_id });
  expect(items.map(({ title }) => title)).toEqual(["sooner", "later", "done"]);
  await deleteLead(actor, { lead_id });
  expect(await listTasks(actor, { scope: "all" })).toEqual({ items: [], cursor: null, total: 0 });
  await expect(getTask(actor, { task_id: done.id })).rejects.toMatchObject(missing);
});

test("a task that was deleted goes with its lead", async () => {
  const { actor, lead_id, add } = await withLead();
  const { accountId } = actor;
  const { id: taskId } = await add({ title: "Ask about the divorce" });
  await deleteTask(actor, { task_id: taskId });
  expect(await findTask({ accountId, taskId })).toBeDefined();
  await deleteLead(actor, { lead_id });
  expect(await findTask({ accountId, taskId })).toBeUndefined();
  const { data: places } = await LeadTaskEntity.query.byLead({ accountId, leadId: lead_id }).go();
  expect(places).toEqual([]);
});

test("a deleted task leaves its place among its lead's tasks to others, and its trace goes when it does", async () => {
  const { actor, lead_id, add } = await withLead();
  const { accountId } = actor;
  const { id: taskId } = await add();
  const places = async () =>
    (await LeadTaskEntity.query.byLead({ accountId, leadId: lead_id }).go()).data.map(
      ({ place, ttl }) => ({ kind: place.split(".", 1)[0], ttl }),
    );
  await deleteTask(actor, { task_id: taskId });
  const deleted = await findTask({ accountId, taskId });
  expect(deleted?.ttl).toBeDefined();
  expect(await places()).toEqual([{ kind: "deleted", ttl: deleted?.ttl }]);
  await restoreTask(actor, { task_id: taskId });
  expect(await places()).toEqual([{ kind: "task", ttl: undefined }]);
});

test("a deleted task that goes with its lead is taken off the count once", async () => {
  const { actor, leadIds } = await makeWorld({ smtpPort: 1, leads: 2, start: false });
  const [lead_id = 0, other = 0] = leadIds;
  await createTask(actor, { title: "Call", due_at: due(3), lead_id: other });
  const { id: task_id } = await createTask(actor, { title: "Call", due_at: due(3), lead_id });
  await deleteTask(actor, { task_id });
  await deleteLead(actor, { lead_id });
  expect(await countOpenTasks(actor, {})).toEqual({ open: 1 });
});

test("a lead's list of a hundred tasks is whole, and one of more says so", async () => {
  const { actor, lead_id, add } = await withLead();
  for (let batch = 0; batch < 10; batch++) {
    await Promise.all(Array.from({ length: 10 }, () => add()));
  }
  const whole = await listLeadTasks(actor, { lead_id });
  expect([whole.items.length, whole.is_cut]).toEqual([100, false]);
  await add();
  const cut = await listLeadTasks(actor, { lead_id });
  expect([cut.items.length, cut.is_cut]).toEqual([100, true]);
});

async function withStepTask() {
  const { actor, campaignId, lead_id } = await withLead();
  const { accountId, userId } = actor;
  const key = { accountId, campaignId, leadId: lead_id, step: 2 };
  const make = async () => {
    const taskId = await taskIds.reserve(accountId, 1);
    const task = { ...key, taskId, assigneeId: userId, dueAt: due(3) };
    await commit(stepTaskWrites({ ...task, action: "LI_CONNECT", title: "task.doConnect" }));
    return taskId;
  };
  return { actor, key, make, taskId: await make() };
}

test("a step's deleted task is not restored over the one that the step has made since", async () => {
  const { actor, key, make, taskId: task_id } = await withStepTask();
  await completeTask(actor, { task_id });
  await deleteTask(actor, { task_id });
  const taskId = await make();
  await expect(restoreTask(actor, { task_id })).rejects.toMatchObject({ code: "conflict" });
  expect(await findStepTask(key)).toMatchObject({ taskId });
});

test("a title that someone gives a step's task stays what they typed", async () => {
  const { actor, taskId } = await withStepTask();
  const title = 'email.templateFault {"fault":"x"}';
  expect(await updateTask(actor, { task_id: taskId, title })).toMatchObject({ title });
  expect((await listTasks(actor, {})).items).toMatchObject([{ title }]);
  expect(await updateTask(actor, { task_id: taskId, priority: "low" })).toMatchObject({ title });
});

test("a step makes one task for a lead, however often its run is repeated", async () => {
  const { actor, campaignId, lead_id } = await withLead();
  const { accountId, userId } = actor;
  const key = { accountId, campaignId, leadId: lead_id, step: 2 };
  const writes = async (profileUrl = "linkedin.com/in/lee", step = 2) =>
    stepTaskWrites({
      ...key,
      step,
      taskId: await taskIds.reserve(accountId, 1),
      assigneeId: userId,
      action: "LI_CONNECT",
      title: "task.doConnect",
      dueAt: due(3),
      text: "Hello Lee",
      profileUrl,
    });
  await commit(await writes());
  await expect(commit(await writes())).rejects.toMatchObject({ refused: [STEP_TASK_IDENTITY] });
  const { items, total } = await listTasks(actor, {});
  expect([items.length, total]).toEqual([1, 1]);
  expect(items[0]).toMatchObject({
    created_by: 0,
    campaign_name: "Spring",
    lead_name: "Lee0",
    step: {
      step: 2,
      action: "LI_CONNECT",
      text: "Hello Lee",
      profile_url: "https://linkedin.com/in/lee",
    },
  });
  expect(await findStepTask(key)).toMatchObject({ taskId: items[0]?.id, status: "CREATED" });
  expect(await findStepTask({ ...key, step: 3 })).toBeUndefined();
  // The person who filled the field in may have had other ideas.
  for (const [at, text] of ["javascript:alert(1)", "https://lee:pw@linkedin.com/in"].entries()) {
    await commit(await writes(text, 4 + at));
    const odd = await findStepTask({ ...key, step: 4 + at });
    expect([odd?.step, odd?.profileUrl]).toEqual([4 + at, undefined]);
  }
  // Its lead waits for it.
  const refused = { code: "invalid_transition" };
  await expect(deleteTask(actor, { task_id: items[0]?.id ?? 0 })).rejects.toMatchObject(refused);
});
