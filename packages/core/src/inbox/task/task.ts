import { commit } from "@thaw/data/transact";
import { wordsToStore } from "@thaw/text/stored-text";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { now, nowIso } from "../../clock.ts";
import { AppError, notFound } from "../../error.ts";
import { requireLead } from "../../leads/lead/lead.ts";
import { requireLeadInUse } from "../../leads/lead/lead-record.ts";
import { operation } from "../../operation.ts";
import { requireAssignee } from "./assignee.ts";
import { CreateTask, SaveTask, Task, TaskId, UpdateTask } from "./task.schema.ts";
import {
  changeTask,
  requireTask,
  type TaskContent,
  taskIds,
  taskWrites,
  toTask,
} from "./task-record.ts";

/** How long a deleted task can be restored. */
const KEPT_SECONDS = 30 * 86_400;

export const getTask = operation({
  permission: "inbox:read",
  input: TaskId,
  output: Task,
  async run(actor, { task_id: taskId }) {
    return toTask(actor, await requireTask({ accountId: actor.accountId, taskId }));
  },
});

/** @throws AppError not_found for the lead or the campaign, invalid for someone who cannot have tasks */
export const createTask = operation({
  permission: "inbox:reply",
  input: CreateTask,
  output: Task,
  async run(
    actor,
    { title, description = "", due_at, priority, assignee_id, lead_id, campaign_id },
  ) {
    const { accountId, userId } = actor;
    await requireLead(accountId, lead_id);
    if (campaign_id !== undefined) await requireCampaign(accountId, campaign_id);
    const task: TaskContent = {
      accountId,
      taskId: await taskIds.next(accountId),
      leadId: lead_id,
      title,
      description,
      dueAt: due_at,
      priority,
      status: "CREATED",
      assigneeId: await requireAssignee(actor, assignee_id ?? userId),
      createdBy: userId,
      createdAt: nowIso(),
      revision: 1,
      ...(campaign_id === undefined ? {} : { campaignId: campaign_id }),
    };
    await commit([requireLeadInUse(accountId, lead_id), ...taskWrites(task)], {
      otherwise: () => notFound("lead"),
    });
    return toTask(actor, task);
  },
});

/** Title, description, due time, priority, and whose task it is. */
export const updateTask = operation({
  permission: "inbox:reply",
  input: UpdateTask,
  output: Task,
  async run(actor, { task_id: taskId, title, description, due_at, priority, assignee_id }) {
    const { accountId } = actor;
    const assigneeId =
      assignee_id === undefined ? undefined : await requireAssignee(actor, assignee_id);
    const changed = await changeTask({ accountId, taskId }, (task) => ({
      ...task,
      ...(title === undefined ? {} : { title: typedTitle(task, title) }),
      // Whoever writes one has seen the notes in it.
      ...(description === undefined ? {} : { description, notes: [] }),
      dueAt: due_at ?? task.dueAt,
      priority: priority ?? task.priority,
      assigneeId: assigneeId ?? task.assigneeId,
    }));
    return toTask(actor, changed);
  },
});

/** Those of steps are read as lines of the catalogue. */
const typedTitle = ({ createdBy }: Pick<TaskContent, "createdBy">, title: string): string =>
  createdBy === 0 ? wordsToStore(title) : title;

/** The same from a form. */
export const saveTask = operation({
  permission: "inbox:reply",
  input: SaveTask,
  output: Task,
  run: (actor, { description = "", ...changes }) => updateTask(actor, { ...changes, description }),
});

/** It can be restored for 30 days. A step's task is skipped instead: its lead waits for it. */
export const deleteTask = operation({
  permission: "inbox:reply",
  input: TaskId,
  output: Task,
  async run(actor, { task_id: taskId }) {
    const { accountId } = actor;
    const deleted = await changeTask({ accountId, taskId }, (task) => {
      if (task.step !== undefined && task.status === "CREATED") {
        throw new AppError("invalid_transition", "task.leadWaits");
      }
      return { ...task, deletedAt: nowIso(), ttl: Math.floor(now() / 1000) + KEPT_SECONDS };
    });
    return toTask(actor, deleted);
  },
});

/** Takes a deletion back. */
export const restoreTask = operation({
  permission: "inbox:reply",
  input: TaskId,
  output: Task,
  async run(actor, { task_id: taskId }) {
    const { accountId } = actor;
    const restored = await changeTask(
      { accountId, taskId, isDeleted: true },
      ({ deletedAt, ttl: _ttl, ...task }) => (deletedAt === undefined ? undefined : task),
      async ({ leadId }) => [requireLeadInUse(accountId, leadId)],
    );
    return toTask(actor, restored);
  },
});
