import * as v from "valibot";
import { releaseHold } from "../campaign-lead/hold-lead.ts";
import { nowIso } from "../clock.ts";
import { AppError } from "../error.ts";
import { eventItem } from "../event/event.ts";
import { findStepTask } from "../task/step-task.ts";
import { changeTask } from "../task/task-record.ts";

const EndedLead = v.object({
  __edb_e__: v.literal("campaignLead"),
  accountId: v.number(),
  campaignId: v.number(),
  leadId: v.number(),
  nextStep: v.number(),
  heldSince: v.string(),
  status: v.picklist(["STOPPED", "BLOCKED", "COMPLETED"]),
});
type EndedLead = v.InferOutput<typeof EndedLead>;

/**
 * Nobody has to do a step for a lead that replied, bounced or was stopped: its task is closed as skipped by nobody, among
 * changed records of the table, given as plain objects. A lead that comes back to the step has its task again. Safe to run
 * twice.
 */
export async function closeTasks(records: readonly Record<string, unknown>[]): Promise<void> {
  for (const record of records) {
    const parsed = v.safeParse(EndedLead, record);
    if (parsed.success) await close(parsed.output);
  }
}

async function close({ nextStep: step, ...lead }: EndedLead): Promise<void> {
  const { accountId, campaignId, leadId, heldSince } = lead;
  const task = await findStepTask({ accountId, campaignId, leadId, step });
  if (task?.status !== "CREATED") return;
  const at = nowIso();
  const event = eventItem({
    accountId,
    campaignId,
    leadId,
    kind: "manual-skipped",
    at,
    key: `task-${task.taskId}-closed`,
    detail: "lead_ended",
  });
  try {
    await changeTask(
      task,
      (open) => {
        if (open.status !== "CREATED") return undefined;
        return {
          ...open,
          status: "COMPLETED",
          completedBy: 0,
          completedAt: at,
          outcome: "SKIPPED",
        };
      },
      async () => [releaseHold({ accountId, campaignId, leadId, heldSince }), event],
    );
  } catch (error) {
    // It goes on already: its record has changed once more, which comes here by itself.
    if (!(error instanceof AppError && error.code === "conflict")) throw error;
  }
}
