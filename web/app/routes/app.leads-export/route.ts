import type { ActionFunctionArgs } from "@remix-run/node";
import {
  createLeadExport,
  downloadLeadExport,
  getLeadExport,
} from "@thaw/core/leads/lead-export/lead-export";
import { answerCall } from "../../call.server.ts";

const OPERATIONS = { createLeadExport, getLeadExport, downloadLeadExport };
export type ExportOperations = typeof OPERATIONS;

/** A list of leads is exported, and its progress seen, without a page change. */
export const action = ({ request }: ActionFunctionArgs) => answerCall(request, OPERATIONS);
