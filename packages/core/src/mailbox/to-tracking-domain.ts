import { config } from "../config.ts";
import type { TrackingDomain } from "../tracking/tracking-domain.schema.ts";
import type { MailboxRecord } from "./mailbox.ts";

export const toTrackingDomain = (record: MailboxRecord): TrackingDomain => ({
  domain: record.trackingHost ?? null,
  state: record.trackingState ?? "NONE",
  cname_target: config.whiteLabelTarget(),
  problem: record.trackingProblem ?? null,
  checked_at: record.trackingCheckedAt ?? null,
});
