import { rotateApiKey } from "@thaw/core/accounts/api-key/api-key";
import { login, logout, regenerateCode } from "@thaw/core/accounts/login/login";
import {
  forgotPassword,
  requestMagicLink,
  resetPassword,
  useMagicLink,
} from "@thaw/core/accounts/login/mailed-link";
import {
  changePassword,
  endSession,
  listSessions,
  revokeOtherSessions,
  setTwoStepLogin,
} from "@thaw/core/accounts/login/security";
import { signUp } from "@thaw/core/accounts/login/sign-up";
import { createUnsubscribeToken } from "@thaw/core/accounts/login/unsubscribe-token";
import { resendVerification, verifyUser } from "@thaw/core/accounts/login/verification";
import {
  beginPasskey,
  deletePasskey,
  finishPasskey,
  listPasskeys,
  renamePasskey,
} from "@thaw/core/accounts/passkey/passkey";
import {
  beginPasskeySignIn,
  finishPasskeySignIn,
} from "@thaw/core/accounts/passkey/passkey-sign-in";
import { acceptInvitation, getInvitation } from "@thaw/core/accounts/team/invitation";
import { getCurrentUser } from "@thaw/core/accounts/user/user";
import { Hono } from "hono";
import { type ApiEnv, respond, respondWithSecret } from "./respond.ts";

export const auth = new Hono<ApiEnv>()
  .basePath("/api/auth")
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
