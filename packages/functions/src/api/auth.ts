import { rotateApiKey } from "@thaw/core/account/api-key";
import { acceptInvitation, getInvitation } from "@thaw/core/account/invitation";
import { login, logout, regenerateCode } from "@thaw/core/account/login";
import {
  forgotPassword,
  requestMagicLink,
  resetPassword,
  useMagicLink,
} from "@thaw/core/account/mailed-link";
import {
  changePassword,
  endSession,
  listSessions,
  revokeOtherSessions,
  setTwoStepLogin,
} from "@thaw/core/account/security";
import { signUp } from "@thaw/core/account/sign-up";
import { createUnsubscribeToken } from "@thaw/core/account/unsubscribe-token";
import { getCurrentUser } from "@thaw/core/account/user";
import { resendVerification, verifyUser } from "@thaw/core/account/verification";
import {
  beginPasskey,
  deletePasskey,
  finishPasskey,
  listPasskeys,
  renamePasskey,
} from "@thaw/core/passkey/passkey";
import { beginPasskeySignIn, finishPasskeySignIn } from "@thaw/core/passkey/passkey-sign-in";
import { Hono } from "hono";
import { type ApiEnv, respond, respondWithSecret } from "./respond.ts";

export const auth = new Hono<ApiEnv>()
  .post("/signup", respond(signUp, 201))
  .post("/login", respondWithSecret(login))
  .post("/regenerate-otp", respond(regenerateCode))
  .get("/verify-user", respondWithSecret(verifyUser))
  .post("/resend-verification", respond(resendVerification))
  .post("/password/forgot", respond(forgotPassword))
  .post("/password/reset", respondWithSecret(resetPassword))
  .post("/password/change", respond(changePassword))
  .get("/invitation", respond(getInvitation))
  .post("/invitation/accept", respondWithSecret(acceptInvitation))
  .post("/magic-link", respond(requestMagicLink))
  .post("/magic-link/login", respondWithSecret(useMagicLink))
  .put("/two-step", respond(setTwoStepLogin))
  .get("/sessions", respond(listSessions))
  .delete("/sessions", respond(revokeOtherSessions))
  .delete("/sessions/:session_id", respond(endSession))
  .get("/passkeys", respond(listPasskeys))
  .post("/passkeys/options", respond(beginPasskey))
  .post("/passkeys", respond(finishPasskey, 201))
  .patch("/passkeys/:passkey_id", respond(renamePasskey))
  .delete("/passkeys/:passkey_id", respond(deletePasskey))
  .post("/passkeys/login/options", respond(beginPasskeySignIn))
  .post("/passkeys/login", respondWithSecret(finishPasskeySignIn))
  .post("/api-key", respondWithSecret(rotateApiKey, 201))
  .post("/temp-token", respondWithSecret(createUnsubscribeToken, 201))
  .post("/logout", respond(logout))
  .get("/me", respond(getCurrentUser));
