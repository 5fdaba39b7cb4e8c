import * as v from "valibot";
import { OwnHost } from "../../accounts/host-watch/host-watch.schema.ts";
import { Id } from "../../page.schema.ts";

/** Where the host that a mailbox's tracked links go by stands: waiting for its CNAME, for its certificate, or in use. */
export const TRACKING_STATES = ["NONE", "PENDING_DNS", "PENDING_CERT", "VERIFIED"] as const;
export type TrackingState = (typeof TRACKING_STATES)[number];

export const SetTrackingDomain = v.object({ mailbox_id: Id, domain: OwnHost });

export const TrackingDomain = v.object({
  domain: v.nullable(v.string()),
  state: v.picklist(TRACKING_STATES),
  /** What the domain has to point to. */
  cname_target: v.string(),
  /** What the last look found wrong; until it is fixed links go by the product's own host. */
  problem: v.nullable(v.string()),
  checked_at: v.nullable(v.string()),
});
export type TrackingDomain = v.InferOutput<typeof TrackingDomain>;
