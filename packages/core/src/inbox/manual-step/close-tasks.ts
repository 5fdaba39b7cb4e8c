import {
  type CampaignLeadRecord,
  findLeadEnrolments,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { releaseHold } from "../../campaigns/campaign-lead/hold-lead.ts";
import { nowIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { eventItem } from "../../reporting/event/event.ts";
import type { EventImage } from "../../reporting/event/event-image.ts";
import { findStepTask, findStepTasks } from "../task/step-task.ts";
import { changeTask, type TaskRecord } from "../task/task-record.ts";

/** What is written whenever a lead ends or leaves a campaign, among other changes. */
const isEnd = ({ kind }: Pick<EventImage, "kind">) =>
  kind === "lead-finished" || kind === "lead-changed";
type Key = { accountId: number; campaignId: number; leadId: number };
type Closing = Key & { detail: "lead_ended" | "lead_removed"; heldSince?: IsoInstant | undefined };

const ENDED: ReadonlySet<string> = new Set(["STOPPED", "BLOCKED", "COMPLETED"]);

/**
 * Closes the task of a lead that replied, bounced, was stopped or left the campaign, as skipped by nobody. Runs on new
 * events. A lead that comes back to the step gets its task again. Safe to run twice.
 */
export async function closeTasks(events: readonly EventImage[]): Promise<void> {
  for (const [accountId, leads] of leadsIn(events)) {
    const keys = [...leads.values()];
    const enrolments = await findLeadEnrolments(accountId, keys);
    const byName = new Map(enrolments.map((enrolment) => [nameOf(enrolment), enrolment]));
    for (const key of keys) await closeOf(key, byName.get(nameOf(key)));
  }
}

const nameOf = ({ campaignId, leadId }: Key) => `${campaignId}.${leadId}`;

/** By account, each lead of a campaign once. */
function leadsIn(events: readonly EventImage[]): Map<number, Map<string, Key>> {
  const accounts = new Map<number, Map<string, Key>>();
  for (const { accountId, campaignId, leadId } of events.filter(isEnd)) {
    if (leadId === undefined) continue;
    const key = { accountId, campaignId, leadId };
    accounts.set(accountId, (accounts.get(accountId) ?? new Map()).set(nameOf(key), key));
  }
  return accounts;
}

async function closeOf(key: Key, enrolment: CampaignLeadRecord | undefined): Promise<void> {
  if (!enrolment) {
    for (const task of await findStepTasks(key)) {
      await close(task, { ...key, detail: "lead_removed" });
    }
    return;
  }
  const { heldSince, nextStep: step, status } = enrolment;
  if (heldSince === undefined || !ENDED.has(status)) return;
  const task = await findStepTask({ ...key, step });
  if (task) await close(task, { ...key, detail: "lead_ended", heldSince });
}

async function close(task: TaskRecord, { detail, heldSince, ...key }: Closing): Promise<void> {
  if (task.status !== "CREATED") return;
  const at = nowIso();
  const event = eventItem({
    ...key,
    kind: "manual-skipped",
    at,
    key: `task-${task.taskId}-closed`,
    detail,
  });
  const release = heldSince === undefined ? [] : [releaseHold({ ...key, heldSince })];
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
      async () => [...release, event],
    );
  } catch (error) {
    // It goes on already, and its next end is told by itself; or its task was deleted meanwhile.
    if (!(error instanceof AppError && /^(conflict|not_found)$/.test(error.code))) throw error;
  }
}
