import {
  createFolder,
  getFolder,
  listFolders,
  renameFolder,
} from "@thaw/core/campaigns/campaign-folder/campaign-folder";
import { deleteFolder } from "@thaw/core/campaigns/campaign-folder/move-campaign";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const campaignFolders = new Hono<ApiEnv>()
  .basePath("/api/campaign-folders")
  .get("/", respond(listFolders))
  .post("/", respond(createFolder, 201))
  .get("/:folder_id", respond(getFolder))
  .patch("/:folder_id", respond(renameFolder))
  .delete("/:folder_id", respond(deleteFolder));
