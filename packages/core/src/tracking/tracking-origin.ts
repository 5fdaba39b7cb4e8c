import { config } from "../config.ts";
import type { TrackingState } from "./tracking-domain.schema.ts";

type Tracked = {
  trackingHost?: string | undefined;
  trackingState?: TrackingState | undefined;
  trackingProblem?: string | undefined;
};

/** The origin of a mailbox's pixels and links: its own host while that works, else the product's. */
export function trackingOrigin({ trackingHost, trackingState, trackingProblem }: Tracked): string {
  const works = trackingHost && trackingState === "VERIFIED" && !trackingProblem;
  return works ? `https://${trackingHost}` : config.siteUrl();
}
