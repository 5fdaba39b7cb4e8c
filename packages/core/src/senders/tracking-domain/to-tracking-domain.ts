import { config } from "../../config.ts";
import type { MailboxRecord } from "../mailbox/mailbox-record.ts";
import type { TrackingDomain } from "./tracking-domain.schema.ts";

export const toTrackingDomain = (record: MailboxRecord): TrackingDomain => ({
  domain: record.trackingHost ?? null,
  state: record.trackingState ?? "NONE",
  cname_target: config.whiteLabelTarget(),
  problem: problemOf(record),
  checked_at: record.trackingCheckedAt ?? null,
});

/** A name server that is silent changes nothing for a domain in use. */
function problemOf({ trackingState, trackingProblem }: MailboxRecord): string | null {
  if (trackingState === "VERIFIED") return null;
  // The certificate is on its way: that is what the state says.
  if (trackingProblem === "cname_is_new") return null;
  return (trackingProblem === "taken_elsewhere" ? "host_taken" : trackingProblem) ?? null;
}
