import type { Scope } from "../access/scope.ts";
import { reachedLeads } from "../lead/reach-leads.ts";
import { TaskEntity } from "./task.entity.ts";
import type { TaskRecord } from "./task-record.ts";

/** Which of these tasks are in reach: those of leads in reach, and for members what they made or have to do. */
export async function reachedTasks(
  accountId: number,
  scope: Scope,
  taskIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(taskIds)];
  if (scope.kind === "all" || ids.length === 0) return new Set(ids);
  const { data } = await TaskEntity.get(ids.map((taskId) => ({ accountId, taskId }))).go({
    consistent: true,
  });
  const tasks = await tasksInReach(accountId, scope, data);
  return new Set(tasks.map(({ taskId }) => taskId));
}

/** Those of these tasks that are in reach. */
export async function tasksInReach(
  accountId: number,
  scope: Scope,
  tasks: readonly TaskRecord[],
): Promise<TaskRecord[]> {
  const leads = await reachedLeads(
    accountId,
    scope,
    tasks.map(({ leadId }) => leadId),
  );
  return tasks.filter((task) => leads.has(task.leadId) || isOf(scope, task));
}

const isOf = (scope: Scope, { assigneeId, createdBy }: TaskRecord) =>
  scope.kind === "own" && [assigneeId, createdBy].includes(scope.userId);
