import type { Actor } from "../../actor.ts";
import { type Noun as MissingNoun, notFound } from "../../error.ts";
import type { Scope } from "./scope.ts";

type FindVisible = (
  accountId: number,
  scope: Scope,
  ids: readonly number[],
) => Promise<ReadonlySet<number>>;
type Noun = { called: MissingNoun; findVisible: () => Promise<FindVisible> };

// Read only for someone who does not see the whole account.
const campaign: Noun = {
  called: "campaign",
  findVisible: async () =>
    (await import("../../campaigns/campaign/visible-campaigns.ts")).visibleCampaigns,
};
const mailbox: Noun = {
  called: "mailbox",
  findVisible: async () =>
    (await import("../../senders/mailbox/visible-mailboxes.ts")).visibleMailboxes,
};
const thread: Noun = {
  called: "conversation",
  findVisible: async () => (await import("../../inbox/thread/visible-threads.ts")).visibleThreads,
};
const lead: Noun = {
  called: "lead",
  findVisible: async () => (await import("../../leads/lead/visible-leads.ts")).visibleLeads,
};
const task: Noun = {
  called: "task",
  findVisible: async () => (await import("../../inbox/task/visible-tasks.ts")).visibleTasks,
};
const reminder: Noun = {
  called: "reminder",
  findVisible: async () =>
    (await import("../../inbox/reminder/visible-reminders.ts")).visibleReminders,
};
const template: Noun = {
  called: "template",
  findVisible: async () =>
    (await import("../../campaigns/template-library/visible-templates.ts")).visibleTemplates,
};
const leadImport: Noun = {
  called: "import",
  findVisible: async () =>
    (await import("../../leads/lead-import/visible-imports.ts")).visibleImports,
};

/** The names under which inputs give ids of records that not everyone may see. A test checks every operation against it. */
export const VISIBLE_BY_NAME: Readonly<Record<string, Noun>> = {
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
 * Refuses ids of records that the actor may not see as if these did not exist.
 *
 * @param input what an operation was given, parsed
 * @throws AppError not_found
 */
export async function requireVisible(
  { accountId, scope }: Pick<Actor, "accountId" | "scope">,
  input: unknown,
): Promise<void> {
  if (scope.kind === "all" || typeof input !== "object" || input === null) return;
  for (const [name, given] of Object.entries(input)) {
    const noun = VISIBLE_BY_NAME[name];
    const ids = [given].flat().filter((id) => typeof id === "number");
    if (!noun || ids.length === 0) continue;
    const visible = await (await noun.findVisible())(accountId, scope, ids);
    if (!ids.every((id) => visible.has(id))) throw notFound(noun.called);
  }
}
