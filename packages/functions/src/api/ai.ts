import { getAiSettings, updateAiSettings } from "@thaw/core/accounts/ai/ai-settings";
import { writeWithAi } from "@thaw/core/accounts/ai/write-with-ai";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const ai = new Hono<ApiEnv>()
  .basePath("/api/ai")
  .get("/settings", respond(getAiSettings))
  .patch("/settings", respond(updateAiSettings))
  .post("/texts", respond(writeWithAi));
