import type { PendingWrite } from "@thaw/data/transact";
import { nowIso } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { CampaignLeadEntity } from "./campaign-lead.entity.ts";
import { type CampaignLeadRecord, changedBy, keyOf } from "./campaign-lead.ts";
import { keepsMailbox, stillPlanned, waiting } from "./waiting.ts";

export type Reopening = {
  step: number;
  /** The mailbox that follows up; undefined where nobody has written to the lead. */
  mailboxId: number | undefined;
  dueAt: IsoInstant;
  /** The version of the sequence that the lead goes on with; absent: the one that it is on. */
  version?: number;
  /** The first step too goes out of its mailbox. */
  keepsMailbox?: boolean;
  /** The mail before, which a follow-up answers; absent for the first step. */
  last?: { sendId: string; sentAt: IsoInstant } | undefined;
  actorId: number;
  reason: string;
};

const ENDED: ReadonlySet<string> = new Set(["STOPPED", "COMPLETED", "BLOCKED"]);

/**
 * For a transaction: a lead waits for `step` once more, or for its mail that was planned before it ended. Refused when anything
 * about the lead has changed since it was read. Where the lead had been finished, the figures take that back.
 */
export function reopenLead(seen: CampaignLeadRecord, to: Reopening): PendingWrite[] {
  const { version = seen.sequenceVersion } = to;
  const { accountId, campaignId, leadId } = seen;
  const at = nowIso();
  const planned = to.step === seen.nextStep ? stillPlanned(seen) : undefined;
  const lead = CampaignLeadEntity.update(keyOf(seen))
    .set({
      status: to.step === 1 ? "STARTED" : "INPROGRESS",
      nextStep: to.step,
      ...(planned
        ? { scheduledAt: planned.scheduledAt }
        : waiting(keyOf(seen), {
            ...to,
            version,
            keepsMailbox: to.keepsMailbox ?? keepsMailbox(seen),
          })),
      ...(version === undefined ? {} : { sequenceVersion: version }),
      ...(to.last ? { lastSendId: to.last.sendId, lastSentAt: to.last.sentAt } : {}),
      ...changedBy(to.actorId, to.reason, at),
    })
    .remove([
      ...(planned ? [] : (["scheduledAt"] as const)),
      "stopReason",
      "isFinishedByMail",
      ...(to.last ? [] : (["lastSendId", "lastSentAt"] as const)),
    ])
    .where((row, op) =>
      [
        op.eq(row.status, seen.status),
        op.eq(row.nextStep, seen.nextStep),
        // A planned mail is on its way to the queue: it would find its lead a step behind.
        seen.scheduledAt === undefined
          ? op.notExists(row.scheduledAt)
          : op.eq(row.scheduledAt, seen.scheduledAt),
      ].join(" AND "),
    );
  if (!ENDED.has(seen.status)) return [lead];
  const event = eventItem({
    accountId,
    campaignId,
    leadId,
    kind: "lead-reopened",
    at,
    key: String(leadId),
    detail: to.reason,
    actorId: to.actorId,
  });
  return [lead, event];
}
