import type { ActionFunctionArgs } from "@remix-run/node";
import { getAiSettings } from "@thaw/core/accounts/ai/ai-settings";
import { writeWithAi } from "@thaw/core/accounts/ai/write-with-ai";
import { createCampaign, updateCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { startCampaign } from "@thaw/core/campaigns/campaign/campaign-launch";
import { undoStart } from "@thaw/core/campaigns/campaign/undo-start";
import { saveSequence } from "@thaw/core/campaigns/sequence/sequence";
import { moveToLiveVersion } from "@thaw/core/campaigns/sequence/sequence-move";
import { createSubsequence, setCondition } from "@thaw/core/campaigns/subsequence/subsequence";
import {
  createTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from "@thaw/core/campaigns/template-library/saved-template";
import { previewStep } from "@thaw/core/engine/preview/campaign-preview";
import { listTestSenders, sendTestMail } from "@thaw/core/engine/preview/send-test-mail";
import { addLeads } from "@thaw/core/leads/lead-import/add-leads";
import {
  createLeadImport,
  downloadImportErrors,
  getLeadImport,
  previewLeadImport,
  retryLeadImport,
  startLeadUpload,
} from "@thaw/core/leads/lead-import/lead-import";
import { answerCall } from "../../call.server.ts";

const OPERATIONS = {
  createCampaign,
  updateCampaign,
  saveSequence,
  moveToLiveVersion,
  previewStep,
  listTestSenders,
  sendTestMail,
  startCampaign,
  undoStart,
  createSubsequence,
  setCondition,
  startLeadUpload,
  previewLeadImport,
  createLeadImport,
  getLeadImport,
  retryLeadImport,
  downloadImportErrors,
  addLeads,
  listTemplates,
  getTemplate,
  createTemplate,
  updateTemplate,
  getAiSettings,
  writeWithAi,
};
export type BuilderOperations = typeof OPERATIONS;

/** The builder saves, previews and asks many times without a page change. */
export const action = ({ request }: ActionFunctionArgs) => answerCall(request, OPERATIONS);
