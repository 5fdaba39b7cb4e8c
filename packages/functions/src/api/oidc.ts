import { listOidcIdentities, unlinkOidcIdentity } from "@thaw/core/accounts/oidc/identity";
import { listOidcIssuers } from "@thaw/core/accounts/oidc/oidc-sign-in";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

/** Signing in by an issuer takes a browser that keeps a secret between two visits: screens do that. */
export const oidc = new Hono<ApiEnv>()
  .basePath("/api/oidc")
  .get("/issuers", respond(listOidcIssuers))
  .get("/identities", respond(listOidcIdentities))
  .delete("/identities/:identity_id", respond(unlinkOidcIdentity));
