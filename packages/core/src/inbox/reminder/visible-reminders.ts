import type { EntityItem } from "electrodb";
import { type Scope, userOf } from "../../kernel/access/scope.ts";
import { visibilityOfLeads } from "../../leads/lead/visible-leads.ts";
import { visibleThreads } from "../thread/visible-threads.ts";
import { ReminderEntity } from "./reminder.entity.ts";

type Visible = Pick<
  EntityItem<typeof ReminderEntity>,
  "reminderId" | "leadId" | "threadId" | "createdBy"
>;

/** Which of these reminders are visible: see `reminderVisibility`. */
export async function visibleReminders(
  accountId: number,
  scope: Scope,
  reminderIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { data } = await ReminderEntity.get(
    reminderIds.map((reminderId) => ({ accountId, reminderId })),
  ).go({ consistent: true });
  const found = await reminderVisibility(accountId, scope, data);
  return new Set(found.map(({ reminderId }) => reminderId));
}

/**
 * Which of these reminders are visible: those of leads that are wholly visible, and of other leads one's own and those of
 * visible conversations.
 */
export async function reminderVisibility<Reminder extends Visible>(
  accountId: number,
  scope: Scope,
  reminders: readonly Reminder[],
): Promise<Reminder[]> {
  if (scope.kind === "all") return [...reminders];
  const leadIds = reminders.map(({ leadId }) => leadId);
  const threadIds = reminders.flatMap(({ threadId }) => threadId ?? []);
  const [{ visible, whole }, threads] = await Promise.all([
    visibilityOfLeads(accountId, scope, leadIds),
    visibleThreads(accountId, scope, threadIds),
  ]);
  return reminders.filter(({ leadId, threadId, createdBy }) => {
    const isOpen = whole.has(leadId) || createdBy === userOf(scope) || threads.has(threadId ?? 0);
    return visible.has(leadId) && isOpen;
  });
}
