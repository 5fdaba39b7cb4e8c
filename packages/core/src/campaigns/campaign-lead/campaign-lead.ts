import { writeIfExpected } from "@thaw/data/condition";
import { loadBatched } from "@thaw/data/load-batched";
import { recordsOf } from "@thaw/data/records";
import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import type { EntityItem } from "electrodb";
import { nowIso } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { CampaignLeadEntity } from "./campaign-lead.entity.ts";
import type { LeadStatus, StopReason } from "./campaign-lead.schema.ts";
import { keepsMailbox, lanesFor, type PlannedMail, stillPlanned, waiting } from "./waiting.ts";

/** Spreads the leads of a campaign over partitions, so that an import does not heat one. */
export const SHARDS = 8;

export type CampaignLeadKey = { accountId: number; campaignId: number; leadId: number };
export type CampaignLeadRecord = EntityItem<typeof CampaignLeadEntity>;

/** Written without ElectroDB's work where that is done for each mail. */
export const enrolments = recordsOf<CampaignLeadRecord, CampaignLeadKey & { shard: number }>(
  CampaignLeadEntity,
);

/** The instant in a `due`. */
export const dueAtOf = (due: string) => due.slice(0, due.indexOf("#")) as IsoInstant;

export const keyOf = ({ accountId, campaignId, leadId }: CampaignLeadKey) => ({
  accountId,
  campaignId,
  leadId,
  shard: leadId % SHARDS,
});

/** For a transaction: puts a lead into a campaign, waiting for its first step; refused when it is there already. */
export function enrolInCampaign(
  lead: CampaignLeadKey & { enrolledAt: IsoInstant; importId?: number; importRow?: number },
) {
  return enrolments.create({
    ...keyOf(lead),
    status: "STARTED",
    nextStep: 1,
    ...waiting(keyOf(lead), { step: 1, mailboxId: undefined, dueAt: lead.enrolledAt }),
    enrolledAt: lead.enrolledAt,
    ...(lead.importId === undefined ? {} : { importId: lead.importId }),
    ...(lead.importRow === undefined ? {} : { importRow: lead.importRow }),
  });
}

/** Which of these leads are in the campaign, and how they got there. */
export async function findEnrolments(
  accountId: number,
  campaignId: number,
  leadIds: readonly number[],
): Promise<Map<number, { status: LeadStatus; importId?: number; importRow?: number }>> {
  if (leadIds.length === 0) return new Map();
  const { data } = await CampaignLeadEntity.get(
    leadIds.map((leadId) => keyOf({ accountId, campaignId, leadId })),
  ).go({ consistent: true });
  return new Map(
    data.map(({ leadId, status, importId, importRow }) => [
      leadId,
      {
        status,
        ...(importId === undefined ? {} : { importId }),
        ...(importRow === undefined ? {} : { importRow }),
      },
    ]),
  );
}

export async function findCampaignLead(
  key: CampaignLeadKey,
  { consistent = true }: { consistent?: boolean } = {},
): Promise<CampaignLeadRecord | undefined> {
  return (await loadBatched(campaignLeadRead(key), { consistent })) ?? undefined;
}

/** The keys of the leads that wait in a lane until an instant, earliest first. */
export const waitingKeys = (lane: string, until: IsoInstant, limit: number): Promise<string[]> =>
  // "~" sorts after every id, so that leads of that very instant are due.
  enrolments.keysUpTo("gsi1", { lane, due: `${until}~` }, limit);

/** To be read together with records of other features. */
export const campaignLeadRead = (key: CampaignLeadKey) => enrolments.read(keyOf(key));

/** The enrolments of a lead in these campaigns. */
export async function findEnrolmentsOfLead(
  accountId: number,
  leadId: number,
  campaignIds: readonly number[],
): Promise<CampaignLeadRecord[]> {
  return findLeadEnrolments(
    accountId,
    campaignIds.map((campaignId) => ({ campaignId, leadId })),
  );
}

/** Many enrolments of many leads, unordered; missing ones are left out. */
export async function findLeadEnrolments(
  accountId: number,
  enrolments: readonly { leadId: number; campaignId: number }[],
): Promise<CampaignLeadRecord[]> {
  if (enrolments.length === 0) return [];
  const keys = enrolments.map((enrolment) => keyOf({ accountId, ...enrolment }));
  const { data } = await CampaignLeadEntity.get(keys).go({ consistent: true });
  return data;
}

/**
 * Takes a lead off the due index and keeps with it the mail that is planned and queued. Nothing happens when something else moved
 * it meanwhile, be it only to another mailbox.
 */
export async function markPlanned(key: CampaignLeadKey, planned: PlannedMail): Promise<boolean> {
  const [own, first] = lanesFor(keyOf(key), planned.mailboxId);
  return writeIfExpected(
    enrolments
      .update(keyOf(key))
      .set({
        mailboxId: planned.mailboxId,
        scheduledAt: planned.scheduledAt,
        planned,
        // It finishes on the version that it begins on.
        ...(planned.step === 1 ? { sequenceVersion: planned.sequenceVersion } : {}),
      })
      .remove(["lane", "due"])
      .where((lead, op) =>
        // One that was paused meanwhile keeps its place, which is the date on which it goes on.
        [
          op.eq(lead.nextStep, planned.step),
          `(${op.eq(lead.lane, own)} OR ${op.eq(lead.lane, first)})`,
          isRunning(lead, op),
        ].join(" AND "),
      ),
  );
}

/**
 * Puts a planned lead back on the due index, for instance when its campaign was paused before the mail left. Returns whether this
 * call did: one that is there already, waiting for whatever someone else decided, stays as it is.
 */
export async function requeueLead(
  key: CampaignLeadKey,
  planned: { step: number; mailboxId: number; version?: number | undefined },
  dueAt: IsoInstant,
): Promise<boolean> {
  const { step, mailboxId, version } = planned;
  const before = step === 1 ? await findCampaignLead(key) : undefined;
  const keeps = before ? keepsMailbox(before) : false;
  return writeIfExpected(
    enrolments
      .update(keyOf(key))
      .set(waiting(keyOf(key), { step, mailboxId, dueAt, version, keepsMailbox: keeps }))
      .remove(["scheduledAt", ...(step === 1 ? (["sequenceVersion"] as const) : [])])
      .where((lead, op) =>
        [op.eq(lead.nextStep, step), op.exists(lead.scheduledAt), isRunning(lead, op)].join(
          " AND ",
        ),
      ),
  );
}

/** A paused lead waits for the end of its pause: the mail that was planned before is none. Returns whether this call forgot it. */
export const forgetPlanned = (key: CampaignLeadKey, step: number): Promise<boolean> =>
  writeIfExpected(
    enrolments
      .update(keyOf(key))
      .remove(["planned"])
      .where((lead, op) =>
        [op.eq(lead.nextStep, step), op.eq(lead.status, "PAUSED"), op.exists(lead.planned)].join(
          " AND ",
        ),
      ),
  );

/** D8.1: STARTED, INPROGRESS or PAUSED → STOPPED with a reason. Returns whether this call stopped it. */
export async function stopLead(
  key: CampaignLeadKey,
  reason: StopReason,
  actorId: number,
): Promise<boolean> {
  const at = nowIso();
  return endWith(
    key,
    { at, actorId, reason },
    CampaignLeadEntity.update(keyOf(key))
      .set({ status: "STOPPED", stopReason: reason, ...changedBy(actorId, reason, at) })
      .remove(["lane", "due", "scheduledAt"])
      .where((lead, op) => `(${isRunning(lead, op)} OR ${op.eq(lead.status, "PAUSED")})`),
  );
}

/** D8.1: any status → BLOCKED. Returns whether this call blocked it. */
export async function blockLead(key: CampaignLeadKey, actorId: number): Promise<boolean> {
  const { data: before } = await CampaignLeadEntity.get(keyOf(key)).go({ consistent: true });
  if (!before || before.status === "BLOCKED") return false;
  const at = nowIso();
  const block = CampaignLeadEntity.update(keyOf(key))
    .set({ status: "BLOCKED", ...changedBy(actorId, "blocked", at) })
    .remove(["lane", "due", "scheduledAt"])
    .where((lead, op) => op.eq(lead.status, before.status));
  const isEnded = before.status === "COMPLETED" || before.status === "STOPPED";
  const done = isEnded
    ? await writeIfExpected(block)
    : await endWith(key, { at, actorId, reason: "blocked" }, block);
  // Someone moved the lead between the read and the write: look again.
  return done || blockLead(key, actorId);
}

/** Ends a lead together with its event, so that the figures know of every end exactly once. */
async function endWith(
  key: CampaignLeadKey,
  end: Cause & { at: IsoInstant },
  write: PendingWrite,
): Promise<boolean> {
  return commitIfExpected([write, finishedEvent(key, end)]);
}

/** For the transaction that ends a lead: once for each end, no matter which write records it. */
export function finishedEvent(
  { accountId, campaignId, leadId }: CampaignLeadKey,
  { at, actorId, reason: detail }: Cause & { at: IsoInstant },
): PendingWrite {
  const kind = "lead-finished";
  return eventItem({
    accountId,
    campaignId,
    leadId,
    kind,
    at,
    key: String(leadId),
    detail,
    actorId,
  });
}

/** The fields of an enrolment that decide where it waits. */
type Waited = "nextStep" | "mailboxId" | "sequenceVersion" | "continues";

/** Who changed a lead, and why. */
export type Cause = { actorId: number; reason: string };

/** What every change of a status writes beside it (D8.1). */
export const changedBy = (actorId: number, reason: string, at = nowIso()) => ({
  changedAt: at,
  changedBy: actorId,
  changeReason: reason,
});

/** STARTED or INPROGRESS → PAUSED until `resumeAt`, when the lead falls due again (D8.6 where nobody is named). */
export async function pauseLead(
  key: CampaignLeadKey,
  record: Pick<CampaignLeadRecord, "status" | Waited>,
  resumeAt: IsoInstant,
  { actorId, reason }: Cause = { actorId: 0, reason: "out_of_office" },
): Promise<boolean> {
  if (record.status !== "STARTED" && record.status !== "INPROGRESS") return false;
  return writeIfExpected(
    CampaignLeadEntity.update(keyOf(key))
      .set({
        status: "PAUSED",
        previousStatus: record.status,
        ...changedBy(actorId, reason),
        ...waiting(keyOf(key), {
          step: record.nextStep,
          mailboxId: record.mailboxId,
          dueAt: resumeAt,
          isPaused: true,
          version: record.sequenceVersion,
          keepsMailbox: keepsMailbox(record),
        }),
      })
      .remove(["scheduledAt"])
      .where((lead, op) => op.eq(lead.status, record.status)),
  );
}

/**
 * D8.1: PAUSED → the status before it.
 *
 * @returns whether it waits to be planned, or for the mail that was planned before the pause; undefined where it was not paused
 */
export async function resumeLead(
  key: CampaignLeadKey,
  record: Pick<CampaignLeadRecord, "previousStatus" | "planned" | Waited>,
  dueAt: IsoInstant,
  { actorId, reason }: Cause = { actorId: 0, reason: "resume_date" },
): Promise<"waits" | "planned" | undefined> {
  const planned = stillPlanned(record);
  const resumed = CampaignLeadEntity.update(keyOf(key)).set({
    status: record.previousStatus ?? (record.nextStep === 1 ? "STARTED" : "INPROGRESS"),
    ...changedBy(actorId, reason),
    ...(planned
      ? { scheduledAt: planned.scheduledAt }
      : waiting(keyOf(key), {
          step: record.nextStep,
          mailboxId: record.mailboxId,
          dueAt,
          version: record.sequenceVersion,
          keepsMailbox: keepsMailbox(record),
        })),
  });
  const isResumed = await writeIfExpected(
    resumed
      .remove(["previousStatus", ...(planned ? (["lane", "due"] as const) : [])])
      .where((lead, op) =>
        [op.eq(lead.status, "PAUSED"), ...(planned ? [op.exists(lead.planned)] : [])].join(" AND "),
      ),
  );
  if (!isResumed) return undefined;
  return planned ? "planned" : "waits";
}

/** A page of the campaign's leads in the order of their ids within a shard; the newest come first where asked. */
export async function listShard(
  scope: { accountId: number; campaignId: number; shard: number },
  { limit, afterLeadId, isNewestFirst = false }: ShardPage,
): Promise<CampaignLeadRecord[]> {
  const query = CampaignLeadEntity.query.byCampaign(scope);
  if (!isNewestFirst) return (await query.gt({ leadId: afterLeadId }).go({ limit })).data;
  const older = afterLeadId > 0 ? query.lt({ leadId: afterLeadId }) : query;
  return (await older.go({ limit, order: "desc" })).data;
}

type ShardPage = { limit: number; afterLeadId: number; isNewestFirst?: boolean };

/** In a condition: the lead is STARTED or INPROGRESS. */
export const isRunning = (lead: { status: unknown }, op: unknown) => {
  const { eq } = op as { eq: (attribute: unknown, value: string) => string };
  return `(${eq(lead.status, "STARTED")} OR ${eq(lead.status, "INPROGRESS")})`;
};
