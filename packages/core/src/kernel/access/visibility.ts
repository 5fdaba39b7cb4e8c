import type { Actor } from "../../actor.ts";
import { type Noun as MissingNoun, notFound } from "../../error.ts";
import type { Scope } from "./scope.ts";

type Reached = (
  accountId: number,
  scope: Scope,
  ids: readonly number[],
) => Promise<ReadonlySet<number>>;
type Noun = { called: MissingNoun; reached: () => Promise<Reached> };

// Read only for somebody who does not reach the whole account.
const campaign: Noun = {
  called: "campaign",
  reached: async () =>
    (await import("../../campaigns/campaign/visible-campaigns.ts")).reachedCampaigns,
};
const mailbox: Noun = {
  called: "mailbox",
  reached: async () =>
    (await import("../../senders/mailbox/visible-mailboxes.ts")).reachedMailboxes,
};
const thread: Noun = {
  called: "conversation",
  reached: async () => (await import("../../inbox/thread/visible-threads.ts")).reachedThreads,
};
const lead: Noun = {
  called: "lead",
  reached: async () => (await import("../../leads/lead/visible-leads.ts")).reachedLeads,
};
const task: Noun = {
  called: "task",
  reached: async () => (await import("../../inbox/task/visible-tasks.ts")).reachedTasks,
};
const reminder: Noun = {
  called: "reminder",
  reached: async () => (await import("../../inbox/reminder/visible-reminders.ts")).reachedReminders,
};
const template: Noun = {
  called: "template",
  reached: async () =>
    (await import("../../campaigns/template-library/visible-templates.ts")).reachedTemplates,
};
const leadImport: Noun = {
  called: "import",
  reached: async () => (await import("../../leads/lead-import/visible-imports.ts")).reachedImports,
};

/** What inputs call the records that not everybody reaches. A test holds every operation to it. */
export const REACHED_BY_NAME: Readonly<Record<string, Noun>> = {
  campaign_id: campaign,
  campaign_ids: campaign,
  to_campaign_id: campaign,
  mailbox_id: mailbox,
  thread_id: thread,
  lead_id: lead,
  lead_ids: lead,
  task_id: task,
  reminder_id: reminder,
  import_id: leadImport,
  template_id: template,
  template_ids: template,
};

/**
 * Refuses ids of records that the actor does not reach as if there were none.
 *
 * @param input what an operation was given, parsed
 * @throws AppError not_found
 */
export async function requireReach(
  { accountId, scope }: Pick<Actor, "accountId" | "scope">,
  input: unknown,
): Promise<void> {
  if (scope.kind === "all" || typeof input !== "object" || input === null) return;
  for (const [name, given] of Object.entries(input)) {
    const noun = REACHED_BY_NAME[name];
    const ids = [given].flat().filter((id) => typeof id === "number");
    if (!noun || ids.length === 0) continue;
    const reached = await (await noun.reached())(accountId, scope, ids);
    if (!ids.every((id) => reached.has(id))) throw notFound(noun.called);
  }
}
