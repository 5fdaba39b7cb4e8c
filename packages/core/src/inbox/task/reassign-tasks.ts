import { concurrently } from "@thaw/data/concurrently";
import { AppError } from "../../error.ts";
import { TaskEntity } from "./task.entity.ts";
import { TASK_PRIORITIES } from "./task.schema.ts";
import { changeTask } from "./task-record.ts";

const PAGE = 200;
const WIDTH = 8;

/**
 * Gives the open tasks of one user to another. Safe to run twice.
 *
 * @returns whether there may be more
 */
export async function reassignTasks(
  accountId: number,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  let hasMore = false;
  for (const priority of TASK_PRIORITIES) {
    const { data, cursor } = await TaskEntity.query
      .byOwnList({ ownList: `${accountId}.${from}.CREATED.${priority}` })
      .go({ limit: PAGE, hydrate: true });
    hasMore ||= cursor !== null;
    await concurrently(data, WIDTH, ({ taskId }) =>
      reassignTask({ accountId, taskId }, { from, to }),
    );
  }
  return hasMore;
}

async function reassignTask(
  key: { accountId: number; taskId: number },
  { from, to }: { from: number; to: number },
): Promise<void> {
  try {
    await changeTask(key, (task) =>
      task.assigneeId === from && task.status === "CREATED"
        ? { ...task, assigneeId: to }
        : undefined,
    );
  } catch (error) {
    // The index lags behind: it was deleted meanwhile.
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
}
