import { callAt } from "../../call.ts";
import type { BuilderOperations } from "../../routes/_app.app.email-campaign.new-campaign_.run/route.ts";

/** Calls one of the builder's operations. */
export const run = callAt<BuilderOperations>("/app/email-campaign/new-campaign/run");
