import {
  confirmBlockListDeletion,
  getBlockListDeletion,
  requestBlockListDeletion,
} from "@thaw/core/leads/lead-deletion/csv-deletion";
import { startLeadUpload } from "@thaw/core/leads/lead-import/lead-import";
import {
  addSuppression,
  addSuppressionFile,
  addSuppressions,
  removeSuppression,
} from "@thaw/core/leads/suppression/block-list";
import { listSuppressions } from "@thaw/core/leads/suppression/list-entries";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const blockList = new Hono<ApiEnv>()
  .basePath("/api/block-list")
  .get("/", respond(listSuppressions))
  .post("/", respond(addSuppression, 201))
  .post("/bulk", respond(addSuppressions, 201))
  .post("/upload", respond(startLeadUpload, 201))
  .post("/import", respond(addSuppressionFile, 201))
  .post("/remove", respond(removeSuppression))
  .post("/delete-csv", respond(requestBlockListDeletion, 202))
  .get("/delete-csv/:delete_identifier", respond(getBlockListDeletion))
  .post("/delete-csv/:delete_identifier", respond(confirmBlockListDeletion));
