import type { ActionFunctionArgs } from "@remix-run/node";
import { getAiSettings } from "@thaw/core/ai/ai-settings";
import { writeWithAi } from "@thaw/core/ai/write-with-ai";
import { createCampaign, updateCampaign } from "@thaw/core/campaign/campaign";
import { startCampaign } from "@thaw/core/campaign/campaign-launch";
import { previewStep } from "@thaw/core/campaign/campaign-preview";
import { listTestSenders, sendTestMail } from "@thaw/core/campaign/send-test-mail";
import { saveSequence } from "@thaw/core/campaign/sequence";
import { moveToLiveVersion } from "@thaw/core/campaign/sequence-move";
import { undoStart } from "@thaw/core/campaign/undo-start";
import { addLeads } from "@thaw/core/lead-import/add-leads";
import {
  createLeadImport,
  downloadImportErrors,
  getLeadImport,
  previewLeadImport,
  retryLeadImport,
  startLeadUpload,
} from "@thaw/core/lead-import/lead-import";
import { createSubsequence, setCondition } from "@thaw/core/subsequence/subsequence";
import {
  createTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from "@thaw/core/template-library/saved-template";
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
