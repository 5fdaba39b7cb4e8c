import { getCampaignAnalytics } from "@thaw/core/campaigns/campaign/campaign-analytics";
import { getVariantPanel } from "@thaw/core/campaigns/variant/variant-panel";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

/** The analytics engine: figures, and nothing that changes any. */
export const analytics = new Hono<ApiEnv>()
  .basePath("/analytics")
  .get("/campaigns/:campaign_id", respond(getCampaignAnalytics))
  .get("/campaigns/:campaign_id/variants", respond(getVariantPanel));
