// Written by `npm run generate`: do not edit.
import { activityErasure } from "../../accounts/activity-log/activity-log.entity.ts";
import { aiSettingsErasure } from "../../accounts/ai/ai-settings.entity.ts";
import { apiKeyErasure } from "../../accounts/api-key/erase-api-keys.ts";
import { categoryErasure } from "../../accounts/category/erase-categories.ts";
import { clientAssignmentErasure } from "../../accounts/client/client-assignment.entity.ts";
import { credentialErasure } from "../../accounts/login/erase-credentials.ts";
import { sendingStopErasure } from "../../accounts/sending-stop/sending-stop.entity.ts";
import {
  leadCreditErasure,
  leadCreditReleaseErasure,
} from "../../accounts/subscription-plan/lead-credit.entity.ts";
import { monthlyQuotaErasure } from "../../accounts/subscription-plan/monthly-quota.entity.ts";
import { tagErasure } from "../../accounts/tag/erase-tags.ts";
import { userErasure } from "../../accounts/user/erase-users.ts";
import { whiteLabelErasure } from "../../accounts/white-label/erase-white-label.ts";
import { folderErasure } from "../../campaigns/campaign-folder/erase-folders.ts";
import { templateErasure } from "../../campaigns/template-library/erase-templates.ts";
import { categorisationErasure } from "../../inbox/categorisation/categorisation.entity.ts";
import { linkedInActionErasure } from "../../inbox/manual-step/linkedin-action.entity.ts";
import { reminderErasure } from "../../inbox/reminder/reminder.entity.ts";
import { taskErasure } from "../../inbox/task/erase-all-tasks.ts";
import { taskCountErasure } from "../../inbox/task/task-count.entity.ts";
import { conversationErasure } from "../../inbox/thread/erase-conversations.ts";
import type { AccountErasure } from "../../kernel/erasure/declare.ts";
import { idErasure } from "../../kernel/id-block/erase-ids.ts";
import { accountKeyErasure } from "../../kernel/secret/account-key.entity.ts";
import { attachmentErasure } from "../../kernel/upload/attachment.entity.ts";
import { leadErasure } from "../../leads/lead/erase-leads.ts";
import { csvDeletionErasure } from "../../leads/lead-deletion/csv-deletion.entity.ts";
import { exportErasure } from "../../leads/lead-export/erase-exports.ts";
import { importErasure } from "../../leads/lead-import/erase-imports.ts";
import { postingErasure } from "../../leads/lead-search/erase-postings.ts";
import { erasedAddressErasure } from "../../leads/suppression/erased-address.entity.ts";
import { suppressionErasure } from "../../leads/suppression/suppression.entity.ts";
import { linkedInErasure } from "../../senders/linkedin/erase-linkedin.ts";
import { mailboxErasure } from "../../senders/mailbox/erase-mailboxes.ts";
import { mailboxCountErasure } from "../../senders/mailbox/mailbox-count.entity.ts";
import { getStartedErasure } from "../../workspace/get-started/get-started.entity.ts";
import { connectionErasure } from "../../workspace/realtime/erase-sockets.ts";
import { graphqlOperationErasure } from "../../workspace/realtime/graphql-operation.entity.ts";
import { leadErasureErasure } from "../lead-erasure/erase-erasures.ts";
import { campaignErasure } from "./erase-campaigns.ts";
import { fileErasure } from "./erase-files.ts";
import { ofUsersErasure } from "./erase-of-users.ts";

export const ACCOUNT_ERASURES: readonly AccountErasure[] = [
  activityErasure,
  aiSettingsErasure,
  apiKeyErasure,
  categoryErasure,
  clientAssignmentErasure,
  credentialErasure,
  sendingStopErasure,
  leadCreditErasure,
  leadCreditReleaseErasure,
  monthlyQuotaErasure,
  tagErasure,
  userErasure,
  whiteLabelErasure,
  folderErasure,
  templateErasure,
  campaignErasure,
  fileErasure,
  ofUsersErasure,
  leadErasureErasure,
  categorisationErasure,
  linkedInActionErasure,
  reminderErasure,
  taskErasure,
  taskCountErasure,
  conversationErasure,
  idErasure,
  accountKeyErasure,
  attachmentErasure,
  csvDeletionErasure,
  exportErasure,
  importErasure,
  postingErasure,
  leadErasure,
  erasedAddressErasure,
  suppressionErasure,
  linkedInErasure,
  mailboxErasure,
  mailboxCountErasure,
  getStartedErasure,
  connectionErasure,
  graphqlOperationErasure,
];
