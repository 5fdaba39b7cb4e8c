import { listActivity } from "@thaw/core/accounts/activity-log/activity-log";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const activityLogs = new Hono<ApiEnv>()
  .basePath("/api/activity-logs")
  .get("/", respond(listActivity));
