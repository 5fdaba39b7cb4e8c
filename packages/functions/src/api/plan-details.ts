import { getCurrentPlan, showTrialOffer } from "@thaw/core/plan/current-plan";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const planDetails = new Hono<ApiEnv>()
  .get("/", respond(getCurrentPlan))
  .post("/trial-offer", respond(showTrialOffer));
