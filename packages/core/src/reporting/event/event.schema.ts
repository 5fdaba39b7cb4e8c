import { REFUSAL_CAUSES } from "@thaw/mail/refusal/refusal-cause.schema";
import * as v from "valibot";

export const EVENT_KINDS = [
  "sent",
  /** The same mail once more, after it came back for now. */
  "resent",
  "failed",
  "skipped",
  "stopped",
  /** A person has a step to do, and did it or left it out. */
  "manual-step",
  "manual-done",
  "manual-skipped",
  "connection-requested",
  "connection-accepted",
  "unknown",
  "opened",
  "opened-again",
  "machine-opened",
  "clicked",
  "clicked-again",
  "machine-clicked",
  "replied",
  "auto-replied",
  "bounced",
  "soft-bounced",
  "complained",
  "unsubscribed",
  "categorised",
  "leads-added",
  "lead-finished",
  "lead-reopened",
  "lead-changed",
  "campaign-status",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const Event = v.object({
  at: v.string(),
  kind: v.picklist(EVENT_KINDS),
  campaign_id: v.number(),
  lead_id: v.optional(v.number()),
  step: v.optional(v.number()),
  variant: v.optional(v.string()),
  mailbox_id: v.optional(v.number()),
  send_id: v.optional(v.string()),
  /** How many of its kind the event stands for; one when not given. */
  amount: v.optional(v.number()),
  /** Of a mail that was refused or came back. */
  cause: v.optional(v.picklist(REFUSAL_CAUSES)),
  detail: v.optional(v.string()),
  detail_key: v.optional(v.string()),
});
export type Event = v.InferOutput<typeof Event>;
