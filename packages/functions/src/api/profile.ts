import { getUserRecord, updateProfile } from "@thaw/core/accounts/user/user-record";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const profile = new Hono<ApiEnv>()
  .get("/", respond(getUserRecord))
  .put("/", respond(updateProfile));
