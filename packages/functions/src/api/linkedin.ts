import {
  addLinkedInAccount,
  checkLinkedInAccount,
  confirmLinkedInAccount,
  listLinkedInAccounts,
  loseLinkedInAccount,
  reconnectLinkedInAccount,
  removeLinkedInAccount,
} from "@thaw/core/senders/linkedin/linkedin-account";
import {
  getLinkedInConnector,
  removeLinkedInConnector,
  setLinkedInConnector,
} from "@thaw/core/senders/linkedin/linkedin-connector";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const linkedin = new Hono<ApiEnv>()
  .basePath("/api/linkedin")
  .get("/accounts", respond(listLinkedInAccounts))
  .post("/accounts", respond(addLinkedInAccount, 201))
  .post("/accounts/:linkedin_account_id/confirm", respond(confirmLinkedInAccount))
  .post("/accounts/:linkedin_account_id/lose", respond(loseLinkedInAccount))
  .post("/accounts/:linkedin_account_id/reconnect", respond(reconnectLinkedInAccount))
  .post("/accounts/:linkedin_account_id/check", respond(checkLinkedInAccount))
  .delete("/accounts/:linkedin_account_id", respond(removeLinkedInAccount))
  .get("/connector", respond(getLinkedInConnector))
  .put("/connector", respond(setLinkedInConnector))
  .delete("/connector", respond(removeLinkedInConnector));
