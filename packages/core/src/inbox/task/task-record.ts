import { commit, type PendingWrite, TransactionRefused } from "@thaw/data/transact";
import { readStored } from "@thaw/text/stored-text";
import type { EntityItem } from "electrodb";
import { type Actor, localeOfActor } from "../../actor.ts";
import { changedMeanwhile, notFound } from "../../error.ts";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import { LeadTaskEntity } from "./lead-task.entity.ts";
import { TaskEntity } from "./task.entity.ts";
import { LONGEST_DESCRIPTION, type Task } from "./task.schema.ts";
import { recount } from "./task-count.ts";

export type TaskRecord = EntityItem<typeof TaskEntity>;

export const taskIds = idSequence("task");
type TaskKey = { accountId: number; taskId: number };
/** `isDeleted`: one that is to be restored. */
type TaskToChange = TaskKey & { isDeleted?: boolean };
/** The part of a task that users decide; in which lists it is follows from it. */
export type TaskContent = Omit<TaskRecord, "list" | "listedAt" | "ownList" | "ownListedAt">;

const ATTEMPTS = 8;

export async function findTask({ accountId, taskId }: TaskKey): Promise<TaskRecord | undefined> {
  const { data } = await TaskEntity.get({ accountId, taskId }).go({ consistent: true });
  return data ?? undefined;
}

/** @throws AppError not_found, also for a deleted one */
export async function requireTask(key: TaskKey): Promise<TaskRecord> {
  const task = await findTask(key);
  if (!task || task.deletedAt !== undefined) throw notFound("task");
  return task;
}

/**
 * For a transaction: writes a new task, with its lists and its count. Position 1 is refused where the lead has a task
 * under this key.
 */
export function taskWrites(content: TaskContent): PendingWrite[] {
  const { accountId, leadId, taskId } = content;
  return [
    TaskEntity.create(listed(content)),
    LeadTaskEntity.create({ accountId, leadId, taskId, place: sortKeyOf(content) }),
    ...recount(undefined, content),
  ];
}

/**
 * Changes a task, with its lists, its count and other writes, all or none. `change` is asked again when someone else was
 * quicker, and gives undefined where there is nothing to do.
 *
 * @throws AppError not_found, conflict when one of the other writes was refused, and what `change` throws
 */
export async function changeTask(
  key: TaskToChange,
  change: (task: TaskRecord) => TaskContent | undefined,
  along: (task: TaskContent) => Promise<PendingWrite[]> = async () => [],
): Promise<TaskContent> {
  for (let attempt = 1; ; attempt++) {
    const before = await readForChange(key);
    const changed = change(before);
    if (!changed) return before;
    const after = { ...changed, revision: before.revision + 1 };
    const others = (await along(after)).map((write) => ({ write, otherwise: changedMeanwhile }));
    try {
      await commit([...others, ...replace(before, after)]);
      return after;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (attempt === ATTEMPTS) throw changedMeanwhile();
    }
  }
}

async function readForChange({ isDeleted = false, ...key }: TaskToChange): Promise<TaskRecord> {
  if (!isDeleted) return requireTask(key);
  const task = await findTask(key);
  if (!task) throw notFound("task");
  return task;
}

function replace(before: TaskRecord, after: TaskContent): PendingWrite[] {
  const { accountId, leadId, taskId, ttl } = after;
  const isGone = after.deletedAt !== undefined;
  const wasGone = before.deletedAt !== undefined;
  const key = { accountId, leadId, place: sortKeyOf(after) };
  const isMoved = sortKeyOf(before) !== key.place;
  return [
    TaskEntity.put(listed(after)).where((row, op) => op.eq(row.revision, before.revision)),
    ...recount(wasGone ? undefined : before, isGone ? undefined : after),
    ...(isMoved
      ? [
          LeadTaskEntity.delete({ accountId, leadId, place: sortKeyOf(before) }),
          // A step may have made another task under the key that a deleted one has left.
          LeadTaskEntity.create({ ...key, taskId, ...(ttl === undefined ? {} : { ttl }) }),
        ]
      : []),
  ];
}

/** The lists that a task is in, derived from its content. */
function listed(content: TaskContent & Partial<TaskRecord>): TaskRecord {
  const { list: _list, listedAt: _at, ownList: _own, ownListedAt: _ownAt, ...task } = content;
  if (task.deletedAt !== undefined) return task;
  const { accountId, assigneeId, status, priority } = task;
  const at = listKey(task);
  return {
    ...task,
    list: `${accountId}.${status}.${priority}`,
    listedAt: at,
    ownList: `${accountId}.${assigneeId}.${status}.${priority}`,
    ownListedAt: at,
  };
}

/** Sorts by when a task is due, those of one instant by id. */
export const listKey = ({ dueAt, taskId }: Pick<TaskRecord, "dueAt" | "taskId">) =>
  `${dueAt}#${String(taskId).padStart(12, "0")}`;

/** The key of a task in its lead's list. A deleted task frees its key, and only the erasure of its lead finds it. */
export function sortKeyOf({
  taskId,
  campaignId,
  step,
  deletedAt,
}: Pick<TaskContent, "taskId" | "campaignId" | "step" | "deletedAt">): string {
  if (deletedAt !== undefined) return `deleted.${String(taskId).padStart(12, "0")}`;
  if (step === undefined) return `task.${String(taskId).padStart(12, "0")}`;
  return `step.${campaignId}.${step}`;
}

export function toTask(actor: Actor, task: TaskContent): Task {
  const read = (stored: string) => readStored(localeOfActor(actor), stored).text;
  const words = [task.description, ...(task.notes ?? []).map(read)].filter(Boolean).join(" ");
  return {
    id: task.taskId,
    title: task.createdBy === 0 ? read(task.title) : task.title,
    description: words.slice(0, LONGEST_DESCRIPTION),
    due_at: task.dueAt,
    priority: task.priority,
    status: task.status,
    assignee_id: task.assigneeId,
    lead_id: task.leadId,
    ...(task.campaignId === undefined ? {} : { campaign_id: task.campaignId }),
    created_by: task.createdBy,
    created_at: task.createdAt,
    ...(task.completedBy === undefined ? {} : { completed_by: task.completedBy }),
    ...(task.completedAt === undefined ? {} : { completed_at: task.completedAt }),
    ...stepOf(task),
  };
}

function stepOf({ step, action, subject, text, profileUrl, outcome }: TaskContent) {
  if (step === undefined || action === undefined) return {};
  return {
    step: {
      step,
      action,
      ...(subject === undefined ? {} : { subject }),
      ...(text === undefined ? {} : { text }),
      ...(profileUrl === undefined ? {} : { profile_url: profileUrl }),
      ...(outcome === undefined ? {} : { outcome }),
    },
  };
}
