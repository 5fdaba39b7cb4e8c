import { commit } from "@thaw/data/transact";
import { eraseEntrances, listUsers } from "../account/erase-entrances.ts";
import { eraseUsers } from "../account/erase-users.ts";
import { eraseActivities } from "../activity-log/erase-activities.ts";
import { eraseAiSettings } from "../ai/erase-ai-settings.ts";
import { eraseFolders } from "../campaign-folder/erase-folders.ts";
import { eraseCategories } from "../category/erase-categories.ts";
import { eraseGifts } from "../client/client-gift.ts";
import { eraseGetStarted } from "../get-started/erase-get-started.ts";
import { eraseIds } from "../id-block/erase-ids.ts";
import { eraseConversations } from "../inbox/erase-conversations.ts";
import { eraseLeads } from "../lead/erase-leads.ts";
import { eraseDeletions } from "../lead-deletion/erase-deletions.ts";
import { eraseErasures } from "../lead-erasure/erase-erasures.ts";
import { eraseExports } from "../lead-export/erase-exports.ts";
import { eraseImports } from "../lead-import/erase-imports.ts";
import { erasePostings } from "../lead-search/erase-postings.ts";
import { eraseLinkedIn } from "../linkedin/erase-linkedin.ts";
import { eraseMailboxes } from "../mailbox/erase-mailboxes.ts";
import { dropIdentities } from "../oidc/erase-identities.ts";
import { dropPasskeys } from "../passkey/erase-passkeys.ts";
import { eraseQuotas } from "../plan/erase-quotas.ts";
import { eraseConnections, eraseSocketsOf } from "../realtime/erase-sockets.ts";
import { eraseAllReminders } from "../reminder/erase-all-reminders.ts";
import { eraseBlockList } from "../suppression/erase-block-list.ts";
import { eraseTags } from "../tag/erase-tags.ts";
import { eraseAllTasks } from "../task/erase-all-tasks.ts";
import { eraseTemplates } from "../template-library/erase-templates.ts";
import { eraseAttachments } from "../upload/erase-attachments.ts";
import { eraseWhiteLabel } from "../white-label/erase-white-label.ts";
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
