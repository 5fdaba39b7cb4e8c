import type { PendingWrite } from "@thaw/data/transact";
import type { IsoInstant } from "../../instant.schema.ts";
import { takeClaim } from "../../kernel/claim/claim.ts";
import { eventItem } from "../../reporting/event/event.ts";
import type { StepType } from "../sequence/step-type.schema.ts";
import { CampaignLeadEntity } from "./campaign-lead.entity.ts";
import type { StopReason } from "./campaign-lead.schema.ts";
import {
  type CampaignLeadKey,
  type CampaignLeadRecord,
  changedBy,
  finishedEvent,
  keyOf,
} from "./campaign-lead.ts";
import { type Continued, waiting } from "./waiting.ts";

/** Of the event by which a lead came in. */
export const entryKey = (leadId: number) => `entry-${leadId}`;

/** A lead that left a subsequence, even one that was taken out of it, never comes in again. */
export const entryClaim = ({ accountId, campaignId, leadId }: CampaignLeadKey) => ({
  scope: accountId,
  kind: "subsequence-entry",
  value: `${campaignId}:${leadId}`,
});

type Entry = CampaignLeadKey & {
  enrolledAt: IsoInstant;
  /** When the first step is due. */
  dueAt: IsoInstant;
  /** The mailbox that wrote to the lead so far. */
  mailboxId: number | undefined;
  continues: Continued;
  /** What it begins with: the first step, but for a lead that no mail can reach. */
  first: { step: number; type: StepType };
  /** Mail to its own address came back: where it goes instead, or that there is no such address. */
  mailTo?: string | undefined;
  hasNoMail?: boolean;
};

/** For a transaction: puts a lead into a subsequence, with the event; refused when it ever was there. */
export function enrolInSubsequence(entry: Entry): PendingWrite[] {
  const { accountId, campaignId, leadId, enrolledAt, dueAt, mailboxId, continues } = entry;
  const { first, mailTo, hasNoMail } = entry;
  return [
    takeClaim(entryClaim(entry), { accountId, ownerId: leadId }),
    CampaignLeadEntity.create({
      ...keyOf(entry),
      status: "STARTED",
      nextStep: first.step,
      ...waiting(keyOf(entry), { ...first, mailboxId, dueAt, keepsMailbox: true }),
      enrolledAt,
      continues,
      ...(mailboxId === undefined ? {} : { mailboxId }),
      ...(mailTo === undefined ? {} : { mailTo }),
      ...(hasNoMail ? { hasNoMail } : {}),
    }),
    eventItem({
      accountId,
      campaignId,
      leadId,
      kind: "leads-added",
      at: enrolledAt,
      key: entryKey(leadId),
    }),
  ];
}

/**
 * For a transaction: stops the enrolment of a lead that moves on to a subsequence, with the event; does nothing for one
 * that had ended. Refused when it has changed since it was read.
 */
export function moveOut(seen: CampaignLeadRecord, at: IsoInstant): PendingWrite[] {
  if (!OPEN.has(seen.status)) return [];
  const reason: StopReason = "moved_to_subsequence";
  return [
    CampaignLeadEntity.update(keyOf(seen))
      .set({ status: "STOPPED", stopReason: reason, ...changedBy(0, reason, at) })
      .remove(["lane", "due", "scheduledAt"])
      .where((lead, op) => op.eq(lead.status, seen.status)),
    finishedEvent(seen, { at, actorId: 0, reason }),
  ];
}

const OPEN: ReadonlySet<string> = new Set(["STARTED", "INPROGRESS", "PAUSED"]);
