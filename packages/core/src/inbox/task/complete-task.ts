import { resumeFor } from "../../campaigns/campaign/reactivate.ts";
import { nowIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { operation } from "../../operation.ts";
import { stepDoneWrites } from "../manual-step/finish-step.ts";
import { CompleteTask, Task, TaskId } from "./task.schema.ts";
import { changeTask, toTask } from "./task-record.ts";

/**
 * CREATED → COMPLETED, with who and when. Of a step's task the outcome is kept, and its lead moves on in the same
 * transaction. Completing twice leaves the first one's name.
 */
export const completeTask = operation({
  permission: "inbox:reply",
  input: CompleteTask,
  output: Task,
  async run(actor, { task_id: taskId, outcome = "DONE" }) {
    const { accountId, userId } = actor;
    const done = await changeTask(
      { accountId, taskId },
      (task) => {
        if (task.status === "COMPLETED") return undefined;
        return {
          ...task,
          status: "COMPLETED",
          completedBy: userId,
          completedAt: nowIso(),
          ...(task.step === undefined ? {} : { outcome }),
        };
      },
      stepDoneWrites,
    );
    const { campaignId, leadId, step } = done;
    if (campaignId !== undefined && step !== undefined) {
      await resumeFor({ accountId, campaignId, leadId });
    }
    return toTask(actor, done);
  },
});

/** COMPLETED → CREATED, but for a step's task: its lead has gone on. @throws AppError invalid_transition */
export const reopenTask = operation({
  permission: "inbox:reply",
  input: TaskId,
  output: Task,
  async run(actor, { task_id: taskId }) {
    const { accountId } = actor;
    const open = await changeTask({ accountId, taskId }, (task) => {
      if (task.status === "CREATED") return undefined;
      if (task.step !== undefined) {
        throw new AppError("invalid_transition", "task.leadWentOn");
      }
      const { completedBy: _by, completedAt: _at, ...rest } = task;
      return { ...rest, status: "CREATED" };
    });
    return toTask(actor, open);
  },
});
