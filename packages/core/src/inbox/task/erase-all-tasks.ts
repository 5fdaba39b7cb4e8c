import { eraseFound } from "@thaw/data/erase-found";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { LeadTaskEntity } from "./lead-task.entity.ts";
import { TaskEntity } from "./task.entity.ts";
import { sortKeyOf } from "./task-record.ts";

/** Deletes every task of an account, deleted ones too. */
export const taskErasure = erasedWithAccount(["tasks"], {
  entities: ["leadTask", "task"],
  async *erase(accountId) {
    yield* eraseFound(
      (page) => TaskEntity.query.byAccount({ accountId }).go(page),
      (row) => TaskEntity.delete(row),
      (rows) =>
        rows.map((task) =>
          LeadTaskEntity.delete({ accountId, leadId: task.leadId, place: sortKeyOf(task) }),
        ),
    );
  },
});
