import { listUserNames } from "@thaw/core/accounts/user/user-names";
import type { Actor } from "@thaw/core/actor";
import { now } from "@thaw/core/clock";
import { type DueStretch, dueRange } from "@thaw/core/inbox/task/due-range";
import type { TaskPriority, TaskStatus } from "@thaw/core/inbox/task/task.schema";
import { listTasks } from "@thaw/core/inbox/task/task-list";
import { readListQuery } from "../../list/list-query.ts";
import { readPreferences } from "../../preferences.server.ts";
import { TASK_LIST_RULES } from "./task-list-rules.ts";

const MOST_MEMBERS = 200;

/** A page of tasks as the address asks for it: what is to be done, unless it names a status. */
export async function loadTaskList(actor: Actor, request: Request, scope: "own" | "all") {
  const query = readListQuery(new URL(request.url).searchParams, TASK_LIST_RULES);
  const { filters, sort, limit, cursor } = query;
  const { timeZone } = readPreferences(request);
  const assignee = Number(filters.assignee?.[0]);
  const [page, members] = await Promise.all([
    listTasks(actor, {
      limit,
      cursor,
      scope,
      status: (filters.status as TaskStatus[] | undefined) ?? ["CREATED"],
      order: sort?.descending ? "latest" : "soonest",
      ...(filters.priority ? { priority: filters.priority as TaskPriority[] } : {}),
      ...(Number.isSafeInteger(assignee) && assignee > 0 ? { assignee_id: assignee } : {}),
      ...dueRange((filters.due ?? []) as DueStretch[], { at: now(), timeZone }),
    }),
    loadMembers(actor),
  ]);
  return { page, scope, ...members };
}

export type TaskListData = Awaited<ReturnType<typeof loadTaskList>>;

/** Who may have tasks, who asks, and whether they may change any. */
export async function loadMembers(actor: Actor) {
  const { items } = actor.permissions.has("campaigns:read")
    ? await listUserNames(actor, { limit: MOST_MEMBERS })
    : { items: [] };
  return { members: items, me: actor.userId, canWrite: actor.permissions.has("inbox:reply") };
}
