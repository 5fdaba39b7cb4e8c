import {
  getSendingState,
  startSending,
  stopSending,
} from "@thaw/core/accounts/sending-stop/sending-stop";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const sending = new Hono<ApiEnv>()
  .basePath("/api/sending")
  .get("/", respond(getSendingState))
  .post("/stop", respond(stopSending))
  .post("/start", respond(startSending));
