import { writeIfExpected } from "@thaw/data/condition";
import type { PendingWrite } from "@thaw/data/transact";
import type { IsoInstant } from "../../instant.schema.ts";
import type { StepType } from "../sequence/step-type.schema.ts";
import { CampaignLeadEntity } from "./campaign-lead.entity.ts";
import type { ConnectionStatus } from "./campaign-lead.schema.ts";
import { type CampaignLeadRecord, changedBy, dueAtOf, keyOf } from "./campaign-lead.ts";
import { keepsMailbox, waiting } from "./waiting.ts";

export type Held = {
  at: IsoInstant;
  type: StepType;
  variant: string;
  mailboxId: number | undefined;
  version: number;
  /** The LinkedIn account that it is worked from, from now on. */
  linkedinId?: number | undefined;
};

/**
 * For a transaction: a lead waits for a person to do its next step, off the due index. Refused when anything moved it since
 * it was read.
 */
export function holdLead(seen: CampaignLeadRecord, held: Held): PendingWrite {
  const { at, type, variant, mailboxId, version, linkedinId } = held;
  return CampaignLeadEntity.update(keyOf(seen))
    .set({
      heldSince: at,
      heldFor: type,
      heldVariant: variant,
      sequenceVersion: version,
      ...(mailboxId === undefined ? {} : { mailboxId }),
      ...(linkedinId === undefined ? {} : { linkedinId }),
    })
    .remove(["lane", "due"])
    .where((row, op) =>
      [
        op.eq(row.nextStep, seen.nextStep),
        op.eq(row.status, seen.status),
        op.eq(row.due, seen.due),
      ].join(" AND "),
    );
}

/** The step that a lead goes on with, and when; of what type it is decides where it waits. */
export type NextStep = { step: number; type: StepType; dueAt: IsoInstant };

export type Passed = {
  at: IsoInstant;
  actorId: number;
  reason: string;
  mailboxId: number | undefined;
  version: number;
  /** Undefined: it was the last. */
  next: NextStep | undefined;
  connection?: { status: ConnectionStatus; step: number } | undefined;
};

export const isRunning = ({ status }: Pick<CampaignLeadRecord, "status">) =>
  status === "STARTED" || status === "INPROGRESS";

/** Whether passing its last step finishes a lead: one that had ended before stays what it is. */
export const mayFinish = (seen: Pick<CampaignLeadRecord, "status">) =>
  isRunning(seen) || seen.status === "PAUSED";

/**
 * For a transaction: a lead moves past a step that was done or left out without a mail of ours. One that is paused keeps its
 * pause, one that had ended its end. Refused when anything moved it since it was read.
 */
export function passStep(seen: CampaignLeadRecord, passed: Passed): PendingWrite {
  const { at, mailboxId, version, next, connection } = passed;
  const moved = {
    nextStep: next?.step ?? seen.nextStep + 1,
    lastSentAt: at,
    sequenceVersion: version,
    ...(mailboxId === undefined ? {} : { mailboxId }),
    ...(connection
      ? { connection: connection.status, connectionStep: connection.step, connectionAt: at }
      : {}),
    ...changedBy(passed.actorId, passed.reason, at),
  };
  return CampaignLeadEntity.update(keyOf(seen))
    .set({ ...moved, ...fieldsAfterStep(seen, passed) })
    .remove([
      "heldSince",
      "heldFor",
      "heldVariant",
      "scheduledAt",
      ...(next && mayFinish(seen) ? [] : (["lane", "due"] as const)),
    ])
    .where((row, op) =>
      [
        op.eq(row.nextStep, seen.nextStep),
        op.eq(row.status, seen.status),
        seen.due === undefined ? op.notExists(row.due) : op.eq(row.due, seen.due),
      ].join(" AND "),
    );
}

function fieldsAfterStep(seen: CampaignLeadRecord, { next, mailboxId, version }: Passed) {
  if (!mayFinish(seen)) return {};
  if (!next) return { status: "COMPLETED" as const };
  const wait = {
    step: next.step,
    mailboxId: mailboxId ?? seen.mailboxId,
    version,
    type: next.type,
    keepsMailbox: keepsMailbox(seen),
  };
  if (isRunning(seen)) {
    const dueFields = waiting(keyOf(seen), { ...wait, dueAt: next.dueAt });
    return { status: "INPROGRESS" as const, ...dueFields };
  }
  // The end of its pause stays what it was.
  const dueAt = seen.due ? dueAtOf(seen.due) : next.dueAt;
  const dueFields = waiting(keyOf(seen), { ...wait, dueAt, isPaused: true });
  return { previousStatus: "INPROGRESS" as const, ...dueFields };
}

/** Lets a lead wait in the lane of what its next step is. Nothing happens when something else moved it meanwhile. */
export function waitByType(
  seen: CampaignLeadRecord,
  wait: { type: StepType; dueAt: IsoInstant; version: number | undefined },
): Promise<boolean> {
  const { nextStep: step, mailboxId } = seen;
  const nextWait = { ...wait, step, mailboxId, keepsMailbox: keepsMailbox(seen) };
  return writeIfExpected(
    CampaignLeadEntity.update(keyOf(seen))
      .set(waiting(keyOf(seen), nextWait))
      .where((row, op) =>
        [
          op.eq(row.nextStep, step),
          op.eq(row.status, seen.status),
          op.eq(row.due, seen.due ?? ""),
        ].join(" AND "),
      ),
  );
}

/**
 * For a transaction: the other side accepted the request to connect; a lead that waited for that goes on from `goesOn`.
 * Refused when anything moved it since it was read.
 */
export function acceptConnectionOf(
  seen: CampaignLeadRecord,
  { at, goesOn }: { at: IsoInstant; goesOn: NextStep | undefined },
): PendingWrite {
  const dueFields = goesOn
    ? waiting(keyOf(seen), {
        ...goesOn,
        mailboxId: seen.mailboxId,
        version: seen.sequenceVersion,
        keepsMailbox: keepsMailbox(seen),
      })
    : {};
  return CampaignLeadEntity.update(keyOf(seen))
    .set({ connection: "ACCEPTED", connectionAt: at, ...dueFields })
    .where((row, op) =>
      [
        op.eq(row.connection, seen.connection ?? "PENDING"),
        op.eq(row.nextStep, seen.nextStep),
        op.eq(row.status, seen.status),
        seen.due === undefined ? op.notExists(row.due) : op.eq(row.due, seen.due),
      ].join(" AND "),
    );
}

/** For a transaction: nobody has to do the step any more, because its lead has ended. */
export function releaseHold(
  seen: Pick<CampaignLeadRecord, "accountId" | "campaignId" | "leadId" | "heldSince">,
): PendingWrite {
  return CampaignLeadEntity.update(keyOf(seen))
    .remove(["heldSince", "heldFor", "heldVariant"])
    .where((row, op) => op.eq(row.heldSince, seen.heldSince ?? ""));
}

/** Whether a lead waits for a person to do its next step: one that fell due again only looks so. */
export const isHeld = (lead: CampaignLeadRecord) =>
  lead.heldSince !== undefined && lead.due === undefined && isRunning(lead);

/** What has become of a lead's request to connect: once a mail went out instead, the request is left. */
export function connectionOf({
  connection,
  connectionStep,
  nextStep,
}: CampaignLeadRecord): ConnectionStatus | undefined {
  const isPast = connectionStep !== undefined && nextStep > connectionStep + 1;
  return connection === "PENDING" && isPast ? "SKIPPED_AND_EMAIL_MESSAGE_SENT" : connection;
}
