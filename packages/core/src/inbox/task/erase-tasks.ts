import { commit } from "@thaw/data/transact";
import { erasedWithLead } from "../../kernel/erasure/declare.ts";
import { LeadTaskEntity } from "./lead-task.entity.ts";
import { TaskEntity } from "./task.entity.ts";
import { recount } from "./task-count.ts";

const PER_READ = 50;

/** Forgets a lead's tasks for good, done, open and deleted, and counts them no longer. */
export const leadTaskErasure = erasedWithLead({
  entities: ["leadTask", "task"],
  async *erase({ accountId, leadId }) {
    for (;;) {
      const { data: taskKeys } = await LeadTaskEntity.query
        .byLead({ accountId, leadId })
        .go({ limit: PER_READ, consistent: true });
      if (taskKeys.length === 0) return;
      for (const { place, taskId } of taskKeys)
        await eraseTask({ accountId, leadId, place, taskId });
      yield taskKeys.length;
    }
  },
});

type LeadTaskKey = { accountId: number; leadId: number; place: string; taskId: number };

async function eraseTask({ accountId, leadId, place, taskId }: LeadTaskKey): Promise<void> {
  const { data: task } = await TaskEntity.get({ accountId, taskId }).go({ consistent: true });
  await commit([
    LeadTaskEntity.delete({ accountId, leadId, place }),
    ...(task
      ? [
          TaskEntity.delete({ accountId, taskId }).where((row, op) =>
            op.eq(row.revision, task.revision),
          ),
          ...recount(task.deletedAt === undefined ? task : undefined, undefined),
        ]
      : []),
  ]);
}
