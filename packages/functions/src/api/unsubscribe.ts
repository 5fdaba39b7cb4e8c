import {
  previewAddress,
  unsubscribeAddress,
} from "@thaw/core/leads/suppression/unsubscribe-address";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

/** The one part that a temporary unsubscribe token opens. */
export const unsubscribe = new Hono<ApiEnv>()
  .basePath("/api/unsubscribe")
  .get("/", respond(previewAddress))
  .post("/", respond(unsubscribeAddress));
