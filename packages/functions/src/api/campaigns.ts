import {
  getApprovalSetting,
  setApprovalSetting,
} from "@thaw/core/accounts/account/approval-setting";
import { approveStart, refuseStart, withdrawStart } from "@thaw/core/campaigns/approval/approval";
import {
  createCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from "@thaw/core/campaigns/campaign/campaign";
import { getCampaignAnalytics } from "@thaw/core/campaigns/campaign/campaign-analytics";
import {
  checkLaunch,
  pauseCampaign,
  startCampaign,
} from "@thaw/core/campaigns/campaign/campaign-launch";
import {
  archiveCampaign,
  deleteCampaign,
  duplicateCampaign,
  restoreCampaign,
  stopCampaign,
  unarchiveCampaign,
} from "@thaw/core/campaigns/campaign/campaign-life";
import { changeCampaigns } from "@thaw/core/campaigns/campaign/change-campaigns";
import { undoStart } from "@thaw/core/campaigns/campaign/undo-start";
import { getSequence, saveSequence } from "@thaw/core/campaigns/sequence/sequence";
import { listLeadsByVersion, moveToLiveVersion } from "@thaw/core/campaigns/sequence/sequence-move";
import { listSequenceVersions } from "@thaw/core/campaigns/sequence/sequence-versions";
import {
  createSubsequence,
  listSubsequences,
  setCondition,
} from "@thaw/core/campaigns/subsequence/subsequence";
import { getVariantPanel } from "@thaw/core/campaigns/variant/variant-panel";
import { listMessageLog } from "@thaw/core/engine/delivery/message-log";
import { markMessageSent, retryMessage } from "@thaw/core/engine/delivery/retry-message";
import { getLeadPlan, getSendPlan } from "@thaw/core/engine/forecast/forecast";
import { previewStep } from "@thaw/core/engine/preview/campaign-preview";
import { sendTestMail } from "@thaw/core/engine/preview/send-test-mail";
import { listTriggerRuns } from "@thaw/core/engine/trigger-run/trigger-run";
import {
  getCategorisation,
  setCampaignCategorisation,
} from "@thaw/core/inbox/categorisation/categorisation";
import { acceptConnection } from "@thaw/core/inbox/manual-step/accept-connection";
import {
  changeCampaignLeads,
  moveCampaignLead,
  pauseCampaignLead,
  removeCampaignLead,
  resumeCampaignLead,
  stopCampaignLead,
} from "@thaw/core/leads/lead/campaign-lead-actions";
import { listCampaignLeads } from "@thaw/core/leads/lead/campaign-lead-list";
import { reassignCampaignLeads } from "@thaw/core/leads/lead/reassign-leads";
import {
  confirmLeadDeletion,
  getLeadDeletion,
  requestLeadDeletion,
} from "@thaw/core/leads/lead-deletion/csv-deletion";
import { addLeads } from "@thaw/core/leads/lead-import/add-leads";
import { explainCampaign } from "@thaw/core/workspace/diagnostics/explain-campaign";
import { explainLead } from "@thaw/core/workspace/diagnostics/explain-lead";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const campaigns = new Hono<ApiEnv>()
  .basePath("/api/campaigns")
  .get("/", respond(listCampaigns))
  .post("/", respond(createCampaign, 201))
  .post("/bulk", respond(changeCampaigns))
  .get("/settings/approval", respond(getApprovalSetting))
  .put("/settings/approval", respond(setApprovalSetting))
  .get("/:campaign_id", respond(getCampaign))
  .patch("/:campaign_id", respond(updateCampaign))
  .get("/:campaign_id/sequences", respond(getSequence))
  .put("/:campaign_id/sequences", respond(saveSequence))
  .get("/:campaign_id/subsequences", respond(listSubsequences))
  .post("/:campaign_id/subsequences", respond(createSubsequence, 201))
  .put("/:campaign_id/condition", respond(setCondition))
  .get("/:campaign_id/sequences/versions", respond(listSequenceVersions))
  .get("/:campaign_id/sequences/versions/leads", respond(listLeadsByVersion))
  .post("/:campaign_id/sequences/versions/move", respond(moveToLiveVersion))
  .post("/:campaign_id/preview", respond(previewStep))
  .post("/:campaign_id/test-mail", respond(sendTestMail))
  .get("/:campaign_id/launch-checks", respond(checkLaunch))
  .post("/:campaign_id/start", respond(startCampaign))
  .post("/:campaign_id/start/undo", respond(undoStart))
  .post("/:campaign_id/approval/approve", respond(approveStart))
  .post("/:campaign_id/approval/refuse", respond(refuseStart))
  .post("/:campaign_id/approval/withdraw", respond(withdrawStart))
  .post("/:campaign_id/pause", respond(pauseCampaign))
  .post("/:campaign_id/stop", respond(stopCampaign))
  .post("/:campaign_id/archive", respond(archiveCampaign))
  .post("/:campaign_id/unarchive", respond(unarchiveCampaign))
  .post("/:campaign_id/duplicate", respond(duplicateCampaign, 201))
  .delete("/:campaign_id", respond(deleteCampaign))
  .post("/:campaign_id/restore", respond(restoreCampaign))
  .get("/:campaign_id/ai-categorisation", respond(getCategorisation))
  .put("/:campaign_id/ai-categorisation", respond(setCampaignCategorisation))
  .get("/:campaign_id/leads", respond(listCampaignLeads))
  .post("/:campaign_id/leads", respond(addLeads))
  .post("/:campaign_id/leads/:lead_id/pause", respond(pauseCampaignLead))
  .post("/:campaign_id/leads/:lead_id/resume", respond(resumeCampaignLead))
  .post("/:campaign_id/leads/:lead_id/stop", respond(stopCampaignLead))
  .post("/:campaign_id/leads/:lead_id/move", respond(moveCampaignLead))
  .post("/:campaign_id/leads/:lead_id/accept-connection", respond(acceptConnection))
  .delete("/:campaign_id/leads/:lead_id", respond(removeCampaignLead))
  .post("/:campaign_id/leads/reassign", respond(reassignCampaignLeads))
  .post("/:campaign_id/leads/actions", respond(changeCampaignLeads))
  .post("/:campaign_id/leads/delete-csv", respond(requestLeadDeletion, 202))
  .get("/:campaign_id/leads/delete-csv/:delete_identifier", respond(getLeadDeletion))
  .post("/:campaign_id/leads/delete-csv/:delete_identifier", respond(confirmLeadDeletion))
  .get("/:campaign_id/leads/:lead_id/send-plan", respond(getLeadPlan))
  .get("/:campaign_id/leads/:lead_id/why", respond(explainLead))
  .get("/:campaign_id/send-plan", respond(getSendPlan))
  .get("/:campaign_id/why", respond(explainCampaign))
  .get("/:campaign_id/analytics", respond(getCampaignAnalytics))
  .get("/:campaign_id/variants", respond(getVariantPanel))
  .get("/:campaign_id/messages", respond(listMessageLog))
  .post("/:campaign_id/messages/:send_id/retry", respond(retryMessage))
  .post("/:campaign_id/messages/:send_id/mark-sent", respond(markMessageSent))
  .get("/:campaign_id/trigger-logs", respond(listTriggerRuns));
