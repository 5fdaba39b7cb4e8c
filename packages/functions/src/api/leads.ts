import {
  eraseLead,
  getLeadErasure,
  listLeadErasures,
} from "@thaw/core/erasure/lead-erasure/lead-erasure";
import { reinstateAddress } from "@thaw/core/erasure/lead-erasure/reinstate-address";
import { listLeadTasks } from "@thaw/core/inbox/task/task-list";
import { getLeadTimeline } from "@thaw/core/inbox/timeline/lead-timeline";
import { changeLeads } from "@thaw/core/leads/lead/change-leads";
import { previewCompany, stopCompany } from "@thaw/core/leads/lead/company";
import { deleteLead, getLead, updateLead } from "@thaw/core/leads/lead/lead";
import { listLeads } from "@thaw/core/leads/lead/lead-list";
import {
  createLeadExport,
  downloadLeadExport,
  getLeadExport,
  listLeadExports,
} from "@thaw/core/leads/lead-export/lead-export";
import {
  createLeadImport,
  downloadImportErrors,
  getLeadImport,
  listLeadImports,
  previewLeadImport,
  retryLeadImport,
  startLeadUpload,
} from "@thaw/core/leads/lead-import/lead-import";
import {
  createNote,
  deleteNote,
  listNotes,
  restoreNote,
  updateNote,
} from "@thaw/core/leads/note/note";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const leads = new Hono<ApiEnv>()
  .basePath("/api/leads")
  .post("/import/upload", respond(startLeadUpload, 201))
  .post("/import/preview", respond(previewLeadImport))
  .get("/import", respond(listLeadImports))
  .post("/import", respond(createLeadImport, 202))
  .get("/import/:import_id", respond(getLeadImport))
  .post("/import/:import_id/retry", respond(retryLeadImport, 202))
  .get("/import/:import_id/errors", respond(downloadImportErrors))
  .get("/export", respond(listLeadExports))
  .post("/export", respond(createLeadExport, 202))
  .get("/export/:export_id", respond(getLeadExport))
  .get("/export/:export_id/file", respond(downloadLeadExport))
  .get("/company", respond(previewCompany))
  .post("/company/stop", respond(stopCompany))
  .get("/erasures", respond(listLeadErasures))
  .get("/erasures/:erasure_id", respond(getLeadErasure))
  .post("/erasures/readmit", respond(reinstateAddress))
  .post("/:lead_id/erase", respond(eraseLead, 202))
  .get("/", respond(listLeads))
  .post("/bulk", respond(changeLeads))
  .get("/:lead_id", respond(getLead))
  .get("/:lead_id/timeline", respond(getLeadTimeline))
  .get("/:lead_id/tasks", respond(listLeadTasks))
  .get("/:lead_id/notes", respond(listNotes))
  .post("/:lead_id/notes", respond(createNote, 201))
  .patch("/:lead_id/notes/:note_id", respond(updateNote))
  .delete("/:lead_id/notes/:note_id", respond(deleteNote))
  .post("/:lead_id/notes/:note_id/restore", respond(restoreNote))
  .patch("/:lead_id", respond(updateLead))
  .delete("/:lead_id", respond(deleteLead));
