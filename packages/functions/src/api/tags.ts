import { createTag, deleteTag, listTags, restoreTag, updateTag } from "@thaw/core/accounts/tag/tag";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const tags = new Hono<ApiEnv>()
  .basePath("/api/tags")
  .get("/", respond(listTags))
  .post("/", respond(createTag, 201))
  .patch("/:tag_id", respond(updateTag))
  .delete("/:tag_id", respond(deleteTag))
  .post("/:tag_id/restore", respond(restoreTag));
