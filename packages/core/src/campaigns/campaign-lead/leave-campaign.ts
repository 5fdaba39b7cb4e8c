import type { PendingWrite } from "@thaw/data/transact";
import type { IsoInstant } from "../../instant.schema.ts";
import { randomToken } from "../../random.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { CampaignLeadEntity } from "./campaign-lead.entity.ts";
import { type CampaignLeadRecord, finishedEvent, keyOf } from "./campaign-lead.ts";

const ENDED: ReadonlySet<string> = new Set(["COMPLETED", "STOPPED", "BLOCKED"]);

/**
 * For a transaction: takes a lead out of a campaign; refused when it has changed since it was read. The campaign's figures
 * no longer count it among its leads; what was sent stays. A planned mail finds its lead gone and is not sent.
 */
export function leaveCampaign(
  seen: CampaignLeadRecord,
  left: { at: IsoInstant; actorId: number; detail: string },
): PendingWrite[] {
  const { accountId, campaignId, leadId } = seen;
  const event = { accountId, campaignId, leadId, at: left.at, key: randomToken() };
  const counted = { ...event, amount: -1 };
  return [
    CampaignLeadEntity.delete(keyOf(seen)).where((row, op) =>
      [op.eq(row.status, seen.status), op.eq(row.nextStep, seen.nextStep)].join(" AND "),
    ),
    eventItem({ ...event, kind: "lead-changed", detail: left.detail, actorId: left.actorId }),
    eventItem({ ...counted, kind: "leads-added" }),
    ...(ENDED.has(seen.status) ? [eventItem({ ...counted, kind: "lead-finished" })] : []),
  ];
}

/**
 * For a transaction: deletes the enrolment of a lead that is deleted; refused when it has changed since it was read. The
 * campaign's figures still count the lead, as one that is finished.
 */
export function deleteEnrolment(
  seen: CampaignLeadRecord,
  { at, actorId }: { at: IsoInstant; actorId: number },
): PendingWrite[] {
  const end = { at, actorId, reason: "lead_deleted" };
  return [
    CampaignLeadEntity.delete(keyOf(seen)).where((row, op) => op.eq(row.status, seen.status)),
    ...(ENDED.has(seen.status) ? [] : [finishedEvent(seen, end)]),
  ];
}
