import { TASK_PRIORITIES, TASK_STATUSES } from "@thaw/core/inbox/task/task.schema";
import type { ListRules } from "../../list/list-query.ts";

export const DUE = ["overdue", "today", "week", "later"] as const;

export const TASK_LIST_RULES: ListRules = {
  filters: { status: TASK_STATUSES, priority: TASK_PRIORITIES, due: DUE, assignee: "any" },
  sorts: ["due"],
  defaultSort: { by: "due", descending: false },
};
