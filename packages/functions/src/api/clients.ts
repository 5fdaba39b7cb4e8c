import { assignToClient } from "@thaw/core/accounts/client/assign-to-client";
import {
  createClient,
  deactivateClient,
  deleteClient,
  getClient,
  inviteClient,
  listClients,
  reactivateClient,
  resetClientPassword,
  restoreClient,
  updateClient,
} from "@thaw/core/accounts/client/client";
import { clientLogin } from "@thaw/core/accounts/client/client-login";
import { Hono } from "hono";
import { type ApiEnv, respond, respondWithSecret } from "./respond.ts";

export const clientLoginRoute = new Hono<ApiEnv>()
  .basePath("/api/client")
  .post("/login", respondWithSecret(clientLogin));

export const clients = new Hono<ApiEnv>()
  .basePath("/api/clients")
  .get("/", respond(listClients))
  .post("/", respond(createClient, 201))
  .put("/:client_id/assignments", respond(assignToClient))
  .get("/:client_id", respond(getClient))
  .put("/:client_id", respond(updateClient))
  .delete("/:client_id", respond(deleteClient))
  .post("/:client_id/restore", respond(restoreClient))
  .post("/:client_id/invitation", respond(inviteClient))
  .post("/:client_id/password-reset", respond(resetClientPassword))
  .post("/:client_id/deactivate", respond(deactivateClient))
  .post("/:client_id/reactivate", respond(reactivateClient));
