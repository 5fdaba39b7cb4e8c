import { config } from "../../config.ts";
import type { TrackingState } from "../../senders/tracking-domain/tracking-domain.schema.ts";

type Tracked = {
  trackingHost?: string | undefined;
  trackingState?: TrackingState | undefined;
};

/** The origin of a mailbox's pixels and links: its own host while that works, else the product's. */
export function trackingOrigin({ trackingHost, trackingState }: Tracked): string {
  const works = trackingHost && trackingState === "VERIFIED";
  return works ? `https://${trackingHost}` : config.siteUrl();
}
