import { checkWhiteLabelDomain } from "@thaw/core/accounts/white-label/check-domain";
import {
  getWhiteLabel,
  removeWhiteLabelDomain,
  setWhiteLabelDomain,
  updateBrand,
} from "@thaw/core/accounts/white-label/white-label";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const whiteLabel = new Hono<ApiEnv>()
  .basePath("/api/white-label")
  .get("/", respond(getWhiteLabel))
  .put("/", respond(updateBrand))
  .put("/domain", respond(setWhiteLabelDomain))
  .delete("/domain", respond(removeWhiteLabelDomain))
  .post("/domain/check", respond(checkWhiteLabelDomain));
