import { endCelebration, getGetStarted } from "@thaw/core/workspace/get-started/get-started";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const getStarted = new Hono<ApiEnv>()
  .basePath("/api/get-started")
  .get("/", respond(getGetStarted))
  .post("/celebrated", respond(endCelebration));
