import type { EntityItem } from "electrodb";
import { type Scope, userOf } from "../../kernel/access/scope.ts";
import { reachOfLeads } from "../../leads/lead/visible-leads.ts";
import { reachedThreads } from "../thread/visible-threads.ts";
import { ReminderEntity } from "./reminder.entity.ts";

type Placed = Pick<
  EntityItem<typeof ReminderEntity>,
  "reminderId" | "leadId" | "threadId" | "createdBy"
>;

/** Which of these reminders are in reach: see `remindersInReach`. */
export async function reachedReminders(
  accountId: number,
  scope: Scope,
  reminderIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { data } = await ReminderEntity.get(
    reminderIds.map((reminderId) => ({ accountId, reminderId })),
  ).go({ consistent: true });
  const found = await remindersInReach(accountId, scope, data);
  return new Set(found.map(({ reminderId }) => reminderId));
}

/**
 * Those of these reminders that are in reach: of leads that are wholly in reach, and of others one's own and those of
 * conversations in reach.
 */
export async function remindersInReach<Reminder extends Placed>(
  accountId: number,
  scope: Scope,
  reminders: readonly Reminder[],
): Promise<Reminder[]> {
  if (scope.kind === "all") return [...reminders];
  const leadIds = reminders.map(({ leadId }) => leadId);
  const threadIds = reminders.flatMap(({ threadId }) => threadId ?? []);
  const [{ reached, whole }, threads] = await Promise.all([
    reachOfLeads(accountId, scope, leadIds),
    reachedThreads(accountId, scope, threadIds),
  ]);
  return reminders.filter(({ leadId, threadId, createdBy }) => {
    const isOpen = whole.has(leadId) || createdBy === userOf(scope) || threads.has(threadId ?? 0);
    return reached.has(leadId) && isOpen;
  });
}
