import type { Scope } from "../access/scope.ts";
import { reachedLeads } from "../lead/reach-leads.ts";
import { ReminderEntity } from "./reminder.entity.ts";

/** Which of these reminders are in reach: those of leads in reach. */
export async function reachedReminders(
  accountId: number,
  scope: Scope,
  reminderIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { data } = await ReminderEntity.get(
    reminderIds.map((reminderId) => ({ accountId, reminderId })),
  ).go({ consistent: true });
  const leadIds = data.map(({ leadId }) => leadId);
  const leads = await reachedLeads(accountId, scope, leadIds);
  return new Set(data.flatMap((each) => (leads.has(each.leadId) ? [each.reminderId] : [])));
}
