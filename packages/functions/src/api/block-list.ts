import { addSuppression, listSuppressions } from "@thaw/core/suppression/suppression";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const blockList = new Hono<ApiEnv>()
  .get("/", respond(listSuppressions))
  .post("/", respond(addSuppression, 201));
