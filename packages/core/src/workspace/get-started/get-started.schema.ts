import * as v from "valibot";

export const TASK_STATUSES = ["COMPLETED", "PENDING"] as const;

/** The first things that an account does, in their order. */
export const GET_STARTED_ITEMS = [
  "added_first_email_account",
  "enabled_warmup_optimisation",
  "imported_first_leads",
  "created_first_campaign",
] as const;
export type GetStartedItem = (typeof GET_STARTED_ITEMS)[number];

const Status = v.picklist(TASK_STATUSES);
export const GetStarted = v.object({
  added_first_email_account: Status,
  enabled_warmup_optimisation: Status,
  imported_first_leads: Status,
  created_first_campaign: Status,
  total_steps_completed: v.number(),
  /** Of all items, a whole number from 0 to 100. */
  percentage: v.number(),
  is_complete: v.boolean(),
  /** The feast of the last item is still to come. */
  is_to_celebrate: v.boolean(),
});
export type GetStarted = v.InferOutput<typeof GetStarted>;

/** How far along so many items are. */
export function progressOf(completed: number) {
  const total = GET_STARTED_ITEMS.length;
  return {
    total_steps_completed: completed,
    percentage: Math.round((100 * completed) / total),
    is_complete: completed === total,
  };
}
