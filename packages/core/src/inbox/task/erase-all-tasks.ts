import { eraseFound } from "@thaw/data/erase-found";
import { LeadTaskEntity } from "./lead-task.entity.ts";
import { TaskEntity } from "./task.entity.ts";
import { TaskCountEntity } from "./task-count.entity.ts";
import { placeOf } from "./task-record.ts";

/** Forgets every task of an account, deleted ones too, and how many there were. */
export async function* eraseAllTasks(accountId: number): AsyncGenerator<number> {
  yield* eraseFound(
    (page) => TaskEntity.query.byAccount({ accountId }).go(page),
    (row) => TaskEntity.delete(row),
    (rows) =>
      rows.map((task) =>
        LeadTaskEntity.delete({ accountId, leadId: task.leadId, place: placeOf(task) }),
      ),
  );
  yield* eraseFound(
    (page) => TaskCountEntity.query.byAccount({ accountId }).go(page),
    (row) => TaskCountEntity.delete(row),
  );
}
