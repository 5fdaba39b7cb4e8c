import { getCurrentPlan, showTrialOffer } from "@thaw/core/accounts/subscription-plan/current-plan";
import { listPlanChoices } from "@thaw/core/accounts/subscription-plan/plan-choices";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const planDetails = new Hono<ApiEnv>()
  .basePath("/api/plan-details")
  .get("/", respond(getCurrentPlan))
  .get("/choices", respond(listPlanChoices))
  .post("/trial-offer", respond(showTrialOffer));
