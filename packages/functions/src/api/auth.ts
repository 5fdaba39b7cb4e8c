import { login, logout } from "@thaw/core/account/login";
import { signUp } from "@thaw/core/account/sign-up";
import { getCurrentUser } from "@thaw/core/account/user";
import { resendVerification, verifyUser } from "@thaw/core/account/verification";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const auth = new Hono<ApiEnv>()
  .post("/signup", respond(signUp, 201))
  .post("/login", respond(login))
  .get("/verify-user", respond(verifyUser))
  .post("/resend-verification", respond(resendVerification))
  .post("/logout", respond(logout))
  .get("/me", respond(getCurrentUser));
