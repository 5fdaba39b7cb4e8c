import type { PendingWrite } from "@thaw/data/transact";
import type { TaskPriority, TaskStatus } from "./task.schema.ts";
import { TaskCountEntity } from "./task-count.entity.ts";

const COUNT_SHARDS = 8;

const FIELD = {
  CREATED: { high: "openHigh", medium: "openMedium", low: "openLow" },
  COMPLETED: { high: "doneHigh", medium: "doneMedium", low: "doneLow" },
} as const;

export type Counted = {
  accountId: number;
  taskId: number;
  assigneeId: number;
  status: TaskStatus;
  priority: TaskPriority;
};

/** For a transaction: counts a task that is no longer what it was; undefined is one that does not exist. */
export function recount(before: Counted | undefined, after: Counted | undefined): PendingWrite[] {
  if (before && after && isCountedAlike(before, after)) return [];
  if (before && after && before.assigneeId === after.assigneeId) {
    return [row(after).add({ [fieldOf(before)]: -1, [fieldOf(after)]: 1 })];
  }
  return [
    ...(before ? [row(before).add({ [fieldOf(before)]: -1 })] : []),
    ...(after ? [row(after).add({ [fieldOf(after)]: 1 })] : []),
  ];
}

/** How many tasks of these kinds a member has; everyone's when no member is named. */
export async function countTasks(
  { accountId, assigneeId }: { accountId: number; assigneeId?: number | undefined },
  kinds: { statuses: readonly TaskStatus[]; priorities: readonly TaskPriority[] },
): Promise<number> {
  const { data } = await TaskCountEntity.query
    .byAccount({ accountId, ...(assigneeId === undefined ? {} : { assigneeId }) })
    .go({ pages: "all", consistent: true });
  let total = 0;
  for (const counts of data) {
    for (const status of kinds.statuses) {
      for (const priority of kinds.priorities) total += counts[FIELD[status][priority]] ?? 0;
    }
  }
  return total;
}

const row = ({ accountId, assigneeId, taskId }: Counted) =>
  TaskCountEntity.update({ accountId, assigneeId, shard: taskId % COUNT_SHARDS });

const fieldOf = ({ status, priority }: Counted) => FIELD[status][priority];

const isCountedAlike = (one: Counted, other: Counted) =>
  one.assigneeId === other.assigneeId && fieldOf(one) === fieldOf(other);
