import {
  createApiKey,
  listApiKeys,
  renewApiKey,
  revokeApiKey,
} from "@thaw/core/accounts/api-key/api-key";
import { Hono } from "hono";
import { type ApiEnv, respond, respondWithSecret } from "./respond.ts";

export const apiKeys = new Hono<ApiEnv>()
  .basePath("/api/api-keys")
  .get("/", respond(listApiKeys))
  .post("/", respondWithSecret(createApiKey, 201))
  .post("/:key_id/renew", respondWithSecret(renewApiKey, 201))
  .delete("/:key_id", respond(revokeApiKey));
