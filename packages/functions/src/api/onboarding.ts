import { answerOnboarding, getOnboarding } from "@thaw/core/accounts/onboarding/onboarding";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const onboarding = new Hono<ApiEnv>()
  .basePath("/api/onboarding")
  .get("/", respond(getOnboarding))
  .post("/", respond(answerOnboarding));
