import type { ActionFunctionArgs } from "@remix-run/node";
import { getAiSettings } from "@thaw/core/ai/ai-settings";
import { writeWithAi } from "@thaw/core/ai/write-with-ai";
import { createCampaign, updateCampaign } from "@thaw/core/campaign/campaign";
import { startCampaign } from "@thaw/core/campaign/campaign-launch";
import { previewStep } from "@thaw/core/campaign/campaign-preview";
import { listTestSenders, sendTestMail } from "@thaw/core/campaign/send-test-mail";
import { saveSequence } from "@thaw/core/campaign/sequence";
import { AppError } from "@thaw/core/error";
import { addLeads } from "@thaw/core/lead-import/add-leads";
import {
  createLeadImport,
  downloadImportErrors,
  getLeadImport,
  previewLeadImport,
  retryLeadImport,
  startLeadUpload,
} from "@thaw/core/lead-import/lead-import";
import type { Operation } from "@thaw/core/operation";
import { setCondition } from "@thaw/core/subsequence/subsequence";
import {
  createTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from "@thaw/core/template-library/saved-template";
import * as v from "valibot";
import { optionalActor, sessionExpired } from "../../session.server.ts";

const OPERATIONS = {
  createCampaign,
  updateCampaign,
  saveSequence,
  previewStep,
  listTestSenders,
  sendTestMail,
  startCampaign,
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

const Call = v.object({
  operation: v.picklist(
    Object.keys(OPERATIONS) as [keyof BuilderOperations, ...(keyof BuilderOperations)[]],
  ),
  input: v.unknown(),
});

function refusal({ code, message, status, fields }: AppError): Response {
  return Response.json({ ok: false, code, message, status, fields: fields ?? {} }, { status });
}

/**
 * The builder saves, previews and asks many times without a page change, so it calls its operations here: JSON
 * `{operation, input}` gives `{ok: true, data}` or `{ok: false, code, message, status, fields}`.
 */
export async function action({ request }: ActionFunctionArgs) {
  try {
    const actor = await optionalActor(request);
    if (!actor) throw sessionExpired();
    // A form of another site cannot send this type.
    const isJson = request.headers.get("content-type")?.startsWith("application/json");
    const call = v.safeParse(Call, isJson ? await request.json().catch(() => null) : null);
    if (!call.success) throw new AppError("invalid", "This request cannot be read");
    const operation: Operation = OPERATIONS[call.output.operation];
    return Response.json({ ok: true, data: await operation(actor, call.output.input) });
  } catch (error) {
    if (error instanceof AppError) return refusal(error);
    throw error;
  }
}
