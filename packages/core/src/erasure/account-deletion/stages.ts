import { commit } from "@thaw/data/transact";
import { eraseUsers } from "../../accounts/account/erase-users.ts";
import { eraseActivities } from "../../accounts/activity-log/erase-activities.ts";
import { eraseAiSettings } from "../../accounts/ai/erase-ai-settings.ts";
import { eraseCategories } from "../../accounts/category/erase-categories.ts";
import { eraseGifts } from "../../accounts/client/client-assignment.ts";
import { eraseEntrances, listUsers } from "../../accounts/login/erase-entrances.ts";
import { dropIdentities } from "../../accounts/oidc/erase-identities.ts";
import { dropPasskeys } from "../../accounts/passkey/erase-passkeys.ts";
import { eraseQuotas } from "../../accounts/subscription-plan/erase-quotas.ts";
import { eraseTags } from "../../accounts/tag/erase-tags.ts";
import { eraseWhiteLabel } from "../../accounts/white-label/erase-white-label.ts";
import { eraseFolders } from "../../campaigns/campaign-folder/erase-folders.ts";
import { eraseTemplates } from "../../campaigns/template-library/erase-templates.ts";
import { eraseAllReminders } from "../../inbox/reminder/erase-all-reminders.ts";
import { eraseAllTasks } from "../../inbox/task/erase-all-tasks.ts";
import { eraseConversations } from "../../inbox/thread/erase-conversations.ts";
import { eraseIds } from "../../kernel/id-block/erase-ids.ts";
import { eraseAttachments } from "../../kernel/upload/erase-attachments.ts";
import { eraseLeads } from "../../leads/lead/erase-leads.ts";
import { eraseDeletions } from "../../leads/lead-deletion/erase-deletions.ts";
import { eraseExports } from "../../leads/lead-export/erase-exports.ts";
import { eraseImports } from "../../leads/lead-import/erase-imports.ts";
import { erasePostings } from "../../leads/lead-search/erase-postings.ts";
import { eraseBlockList } from "../../leads/suppression/erase-block-list.ts";
import { eraseLinkedIn } from "../../senders/linkedin/erase-linkedin.ts";
import { eraseMailboxes } from "../../senders/mailbox/erase-mailboxes.ts";
import { eraseGetStarted } from "../../workspace/get-started/erase-get-started.ts";
import { eraseConnections, eraseSocketsOf } from "../../workspace/realtime/erase-sockets.ts";
import { eraseErasures } from "../lead-erasure/erase-erasures.ts";
import type { DeletionStage } from "./account-deletion.schema.ts";
import { eraseCampaigns } from "./erase-campaigns.ts";
import { eraseFiles } from "./erase-files.ts";

/** Forgets a part of an account, a page at a time, and yields how much went. Safe to run twice and to be cut off anywhere. */
type Eraser = (accountId: number) => AsyncGenerator<number>;

/** What is deleted in each stage, in this order: who could come in or write first, then whom it tells most of. */
export const ERASERS: Record<Exclude<DeletionStage, "settled" | "told" | "done">, Eraser[]> = {
  entrances: [eraseEntrances, eraseConnections],
  mailboxes: [eraseMailboxes],
  white_label: [eraseWhiteLabel],
  leads: [erasePostings, eraseLeads],
  conversations: [eraseConversations],
  campaigns: [eraseCampaigns],
  imports: [eraseImports, eraseExports, eraseDeletions],
  block_list: [eraseBlockList, eraseErasures],
  tasks: [eraseAllTasks],
  reminders: [eraseAllReminders],
  templates: [eraseTemplates, eraseAttachments],
  labels: [eraseTags, eraseCategories, eraseFolders],
  linkedin: [eraseLinkedIn],
  // Entrances, mailboxes and hosts once more: somebody may have been at it while the account was shut.
  settings: [eraseMailboxes, eraseWhiteLabel, eraseAiSettings, eraseGetStarted, eraseQuotas],
  activities: [eraseActivities],
  files: [eraseFiles],
  users: [eraseEntrances, eraseConnections, eraseKeepsakes, eraseGifts, eraseUsers],
  ids: [eraseIds],
};

/** What is kept under a user's own id, which nobody knows once the user is gone. */
async function* eraseKeepsakes(accountId: number): AsyncGenerator<number> {
  for await (const users of listUsers(accountId)) {
    for (const user of users) {
      const writes = [...(await dropIdentities(user)), ...(await dropPasskeys(user.userId))];
      if (writes.length > 0) await commit(writes);
      yield writes.length + (await eraseSocketsOf(user.userId));
    }
  }
}
