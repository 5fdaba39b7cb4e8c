import { batchGet } from "@thaw/data/batch-get";
import { type CampaignLeadRecord, campaignLeadRead } from "../campaign-lead/campaign-lead.ts";
import type { PlannedMail } from "../campaign-lead/waiting.ts";
import { type MessageRecord, messageRead } from "./message-state.ts";
import { type SendKey, sendIdOf } from "./send-id.ts";

type EnrolmentKey = Pick<CampaignLeadRecord, "accountId" | "campaignId" | "leadId">;

/**
 * The mail that was planned last for a lead. It is DRAFTED by being kept with the lead; it has a row of its own from when it
 * is delivered, or when it is decided that it will not be.
 */
export function plannedMessage(enrolment: CampaignLeadRecord): MessageRecord | undefined {
  return enrolment.planned === undefined
    ? undefined
    : draftOf(enrolment, enrolment.planned as PlannedMail);
}

function draftOf(
  { accountId, campaignId, leadId }: EnrolmentKey,
  plan: PlannedMail,
): MessageRecord {
  const key = { accountId, campaignId, leadId, step: plan.step };
  return { ...plan, ...key, sendId: sendIdOf(key), status: "DRAFTED", existingRow: "unread" };
}

/** These rows, and the mail that is planned for a lead where it has none of its own or one of an earlier plan. */
export function withPlanned(
  rows: ReadonlyMap<string, MessageRecord>,
  enrolment: CampaignLeadRecord,
): Map<string, MessageRecord> {
  const planned = plannedMessage(enrolment);
  if (!planned) return new Map(rows);
  return new Map([...rows, [planned.sendId, latest(rows.get(planned.sendId), planned, enrolment)]]);
}

/**
 * A step's mail as it is at this moment: its row, or what was planned since that was written.
 *
 * @param queued the plan of a job: the lead may be gone, or the run that queued it has not come to the lead yet
 */
export async function presentMessage(
  key: SendKey,
  queued?: PlannedMail,
): Promise<MessageRecord | undefined> {
  const [row, enrolment] = await batchGet(
    [messageRead({ ...key, sendId: sendIdOf(key) }), campaignLeadRead(key)],
    { consistent: true },
  );
  const kept = enrolment?.planned as PlannedMail | undefined;
  const plan = later(kept?.step === key.step ? kept : undefined, queued);
  return plan
    ? latest(row ?? undefined, draftOf(key, plan), enrolment ?? undefined)
    : (row ?? undefined);
}

function later(one?: PlannedMail, other?: PlannedMail): PlannedMail | undefined {
  return one && other && other.scheduledAt > one.scheduledAt ? other : (one ?? other);
}

/**
 * A row that is DRAFTED waits for a further try, or for a plan, which is later than it. One that is STOPPED is open to
 * another plan, even an earlier one that its lead waits for: the lead goes on. The variant that a lead was given first stays,
 * as long as it is one of the same version of the sequence.
 */
function latest(
  row: MessageRecord | undefined,
  planned: MessageRecord,
  enrolment: CampaignLeadRecord | undefined,
): MessageRecord {
  if (!row) return { ...planned, existingRow: "none" };
  const { status, scheduledAt } = row;
  const isLater = planned.scheduledAt > scheduledAt;
  const isAnother =
    enrolment?.scheduledAt === planned.scheduledAt && planned.scheduledAt !== scheduledAt;
  const isReplaced =
    status === "DRAFTED" ? isLater : status === "STOPPED" && (isLater || isAnother);
  if (!isReplaced) return row;
  const isSame = row.sequenceVersion === planned.sequenceVersion;
  const variant = isSame ? row.variant : planned.variant;
  return { ...row, ...planned, variant, existingRow: { status, scheduledAt } };
}
