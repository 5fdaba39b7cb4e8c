import * as v from "valibot";
import { Id, PageInput } from "../../page.schema.ts";

export const TRIGGER_STATUSES = ["COMPLETED", "PICKED", "SCHEDULED", "RUNNING"] as const;

export const TriggerRun = v.object({
  status: v.picklist(TRIGGER_STATUSES),
  scheduled_at: v.string(),
  picked_at: v.optional(v.string()),
  running_at: v.optional(v.string()),
  completed_at: v.optional(v.string()),
  steps_checked: v.number(),
  emails_scheduled: v.number(),
  /** Steps that people do, given to them by this run. */
  tasks_made: v.optional(v.number()),
  /** What it found nothing of, in words (D4.5). */
  messages: v.array(v.string()),
  message_keys: v.array(v.string()),
});
export type TriggerRun = v.InferOutput<typeof TriggerRun>;

export const ListTriggerRuns = v.object({ campaign_id: Id, ...PageInput });
