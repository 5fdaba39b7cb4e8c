import { changeTemplates } from "@thaw/core/campaigns/template-library/change-templates";
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from "@thaw/core/campaigns/template-library/saved-template";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const templates = new Hono<ApiEnv>()
  .basePath("/api/templates")
  .get("/", respond(listTemplates))
  .post("/", respond(createTemplate, 201))
  .post("/bulk", respond(changeTemplates))
  .get("/:template_id", respond(getTemplate))
  .patch("/:template_id", respond(updateTemplate))
  .delete("/:template_id", respond(deleteTemplate));
