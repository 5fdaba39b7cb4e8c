import type { PendingWrite } from "@thaw/data/transact";
import type { PlainKey } from "@thaw/text/catalogue";
import { lineOf, type Text } from "@thaw/text/say";
import type { StepByHand } from "../../campaigns/sequence/step-type.schema.ts";
import { nowIso } from "../../clock.ts";
import { isWebsite } from "../../web-address.schema.ts";
import { LeadTaskEntity } from "./lead-task.entity.ts";
import type { TaskPriority } from "./task.schema.ts";
import { findTask, sortKeyOf, type TaskRecord, taskWrites } from "./task-record.ts";

export type StepTaskKey = { accountId: number; campaignId: number; leadId: number; step: number };

export type NewStepTask = StepTaskKey & {
  /** Of `taskIds.reserve`; one that is not used is a gap, which is fine. */
  taskId: number;
  assigneeId: number;
  action: StepByHand;
  title: PlainKey;
  dueAt: string;
  notes?: readonly Text[] | undefined;
  priority?: TaskPriority | undefined;
  /** Rendered for the lead. `profileUrl` as the lead has it, which may be without "https://" or no address at all. */
  subject?: string | undefined;
  text?: string | undefined;
  profileUrl?: string | undefined;
};

/**
 * For a transaction: the task of a step that a person does for a lead. Three writes; the one at position
 * `STEP_TASK_IDENTITY` is refused when the step has made its task for this lead already.
 */
export function stepTaskWrites(task: NewStepTask): PendingWrite[] {
  const { subject, text, profileUrl, notes = [], priority = "medium", ...rest } = task;
  const address = webAddress(profileUrl);
  return taskWrites({
    ...rest,
    description: "",
    notes: notes.map(lineOf),
    priority,
    status: "CREATED",
    createdBy: 0,
    createdAt: nowIso(),
    revision: 1,
    ...(subject === undefined ? {} : { subject }),
    ...(text === undefined ? {} : { text }),
    ...(address === undefined ? {} : { profileUrl: address }),
  });
}

/** People type what they like, and others follow the link: only what opens a web page is one. */
function webAddress(typed = ""): string | undefined {
  const text = typed.trim();
  if (!isWebsite(text)) return undefined;
  return /^https?:/i.test(text) ? text : `https://${text}`;
}

export const STEP_TASK_IDENTITY = 1;

/** The task that a step made for a lead. */
export async function findStepTask(key: StepTaskKey): Promise<TaskRecord | undefined> {
  const { accountId, leadId, campaignId, step } = key;
  const sortKey = sortKeyOf({ taskId: 0, campaignId, step });
  const { data } = await LeadTaskEntity.get({ accountId, leadId, place: sortKey }).go({
    consistent: true,
  });
  return data ? findTask({ accountId, taskId: data.taskId }) : undefined;
}

/** The tasks that the steps of a campaign made for a lead. */
export async function findStepTasks(key: Omit<StepTaskKey, "step">): Promise<TaskRecord[]> {
  const { accountId, leadId, campaignId } = key;
  const { data } = await LeadTaskEntity.query
    .byLead({ accountId, leadId })
    .begins({ place: `step.${campaignId}.` })
    .go({ pages: "all", consistent: true });
  const tasks = await Promise.all(data.map(({ taskId }) => findTask({ accountId, taskId })));
  return tasks.filter((task) => task !== undefined);
}
