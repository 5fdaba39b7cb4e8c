import { visibleCampaigns } from "../../campaigns/campaign/visible-campaigns.ts";
import { type Scope, userOf } from "../../kernel/access/scope.ts";
import { visibilityOfLeads } from "../../leads/lead/visible-leads.ts";
import { TaskEntity } from "./task.entity.ts";
import type { TaskRecord } from "./task-record.ts";

/** Which of these tasks are visible: see `taskVisibility`. */
export async function visibleTasks(
  accountId: number,
  scope: Scope,
  taskIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(taskIds)];
  if (scope.kind === "all" || ids.length === 0) return new Set(ids);
  const { data } = await TaskEntity.get(ids.map((taskId) => ({ accountId, taskId }))).go({
    consistent: true,
  });
  const tasks = await taskVisibility(accountId, scope, data);
  return new Set(tasks.map(({ taskId }) => taskId));
}

/**
 * Which of these tasks are visible: those of leads that are wholly visible, of visible campaigns, and those that the user
 * made or has to do.
 */
export async function taskVisibility(
  accountId: number,
  scope: Scope,
  tasks: readonly TaskRecord[],
): Promise<TaskRecord[]> {
  if (scope.kind === "all") return [...tasks];
  const leadIds = tasks.map(({ leadId }) => leadId);
  const campaignIds = tasks.flatMap(({ campaignId }) => campaignId ?? []);
  const [{ visible, whole }, campaigns] = await Promise.all([
    visibilityOfLeads(accountId, scope, leadIds),
    visibleCampaigns(accountId, scope, campaignIds),
  ]);
  return tasks.filter((task) => {
    const isTheirs = isOf(scope, task);
    if (!visible.has(task.leadId)) return isTheirs && scope.kind === "own";
    return isTheirs || whole.has(task.leadId) || campaigns.has(task.campaignId ?? 0);
  });
}

const isOf = (scope: Scope, { assigneeId, createdBy }: TaskRecord) =>
  [assigneeId, createdBy].includes(userOf(scope) ?? 0);
