import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { HAND_TYPES } from "../../campaigns/sequence/step-type.schema.ts";
import { oneLine } from "../../one-line.schema.ts";
import { Id, Instant, PageInput } from "../../page.schema.ts";

export const TASK_PRIORITIES = ["high", "medium", "low"] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

export const TASK_STATUSES = ["CREATED", "COMPLETED"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** What came of a step: it was done, the other side accepted (a connection), or it was left out. */
export const TASK_OUTCOMES = ["DONE", "ACCEPTED", "SKIPPED"] as const;
export type TaskOutcome = (typeof TASK_OUTCOMES)[number];

const LONGEST_TITLE = 200;
export const LONGEST_DESCRIPTION = 5_000;

const title = v.pipe(
  v.string(issueText("taskMissing")),
  oneLine,
  v.nonEmpty(issueText("taskMissing")),
  v.maxLength(LONGEST_TITLE, boundText("titleTooLong")),
);
const description = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(LONGEST_DESCRIPTION, boundText("descriptionTooLong")),
);
const priority = v.picklist(TASK_PRIORITIES, issueText("urgency"));

export const CreateTask = v.object({
  title,
  description: v.optional(description),
  due_at: Instant,
  priority: v.optional(priority, "medium"),
  /** Oneself when not given. */
  assignee_id: v.optional(Id),
  lead_id: Id,
  campaign_id: v.optional(Id),
});

export const TaskId = v.object({ task_id: Id });

export const UpdateTask = v.object({
  task_id: Id,
  title: v.optional(title),
  description: v.optional(description),
  due_at: v.optional(Instant),
  priority: v.optional(priority),
  assignee_id: v.optional(Id),
});

/** A whole form: a description that is left out is empty. */
export const SaveTask = v.object({
  task_id: Id,
  title,
  description: v.optional(description),
  due_at: Instant,
  priority,
  assignee_id: Id,
});

export const CompleteTask = v.object({
  task_id: Id,
  /** Of a step's task alone; DONE when not given. */
  outcome: v.optional(v.picklist(TASK_OUTCOMES)),
});

/** A query string holds one value, or several; none stands for all. */
const someOf = <Value extends string>(values: readonly Value[]) =>
  v.optional(
    v.pipe(
      v.union([v.picklist(values), v.array(v.picklist(values))]),
      v.transform((chosen): Value[] => (Array.isArray(chosen) ? [...new Set(chosen)] : [chosen])),
    ),
    () => [...values],
  );

export const ListTasks = v.object({
  ...PageInput,
  /** Whose: one's own, everyone's, or of one member. */
  scope: v.optional(v.picklist(["own", "all"]), "own"),
  assignee_id: v.optional(Id),
  status: someOf(TASK_STATUSES),
  priority: someOf(TASK_PRIORITIES),
  /** Due from then on, that instant included. */
  due_from: v.optional(Instant),
  /** Due before then. */
  due_before: v.optional(Instant),
  order: v.optional(v.picklist(["soonest", "latest"]), "soonest"),
});

/** The part of a task that a step of a sequence gives it. */
export const TaskStep = v.object({
  step: v.number(),
  action: v.picklist(HAND_TYPES),
  subject: v.optional(v.string()),
  /** What to send, with the lead's words in it: plain text, of a manual e-mail HTML. */
  text: v.optional(v.string()),
  profile_url: v.optional(v.string()),
  outcome: v.optional(v.picklist(TASK_OUTCOMES)),
});

export const Task = v.object({
  id: v.number(),
  title: v.string(),
  description: v.string(),
  due_at: v.string(),
  priority: v.picklist(TASK_PRIORITIES),
  status: v.picklist(TASK_STATUSES),
  assignee_id: v.number(),
  lead_id: v.number(),
  campaign_id: v.optional(v.number()),
  created_by: v.number(),
  created_at: v.string(),
  completed_by: v.optional(v.number()),
  completed_at: v.optional(v.string()),
  step: v.optional(TaskStep),
});
export type Task = v.InferOutput<typeof Task>;

/** A task in a list, with the names of what it is about. */
export const ListedTask = v.object({
  ...Task.entries,
  lead_name: v.string(),
  /** Empty where the lead is gone. */
  lead_email: v.string(),
  campaign_name: v.optional(v.string()),
});
export type ListedTask = v.InferOutput<typeof ListedTask>;
