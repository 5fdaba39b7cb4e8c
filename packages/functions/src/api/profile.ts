import { getUserRecord, updateProfile } from "@thaw/core/accounts/user/profile";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const profile = new Hono<ApiEnv>()
  .basePath("/api/profile")
  .get("/", respond(getUserRecord))
  .put("/", respond(updateProfile));
