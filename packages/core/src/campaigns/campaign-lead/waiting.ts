import type * as v from "valibot";
import { now, toEpochMs } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import type { PlannedMail as PlannedMailSchema } from "../../planned-mail.schema.ts";
import { isByHand, type StepType } from "../sequence/step-type.schema.ts";

type Enrolment = { accountId: number; campaignId: number; leadId: number; shard: number };

export type Wait = {
  step: number;
  mailboxId: number | undefined;
  dueAt: IsoInstant;
  isPaused?: boolean;
  /** Which version of the sequence a follow-up is of; absent: the campaign's. */
  version?: number | undefined;
  /** What the step is, where that is known: what people do waits in a lane of its own. */
  type?: StepType | undefined;
  /** The first step too goes out of this mailbox: the lead came from another campaign's conversation. */
  keepsMailbox?: boolean;
};

export type PlannedMail = v.InferOutput<typeof PlannedMailSchema>;

/** A worker takes up what is due in less than a second. */
const TAKEN_UP_MS = 1_000;

/**
 * The mail that was planned for a lead before it was paused or ended, where its job is still to come: a lead that goes on by then
 * has it as planned. Planned anew it would count twice.
 */
export function stillPlanned(lead: {
  planned?: unknown;
  nextStep: number;
  mailboxId?: number | undefined;
}): PlannedMail | undefined {
  const mail = lead.planned as PlannedMail | undefined;
  const isNext = mail?.step === lead.nextStep && mail.mailboxId === lead.mailboxId;
  return isNext && toEpochMs(mail.scheduledAt) > now() + TAKEN_UP_MS ? mail : undefined;
}

/** What a lead of a subsequence goes on with: Message-IDs oldest first. */
export type Continued = { subject: string; references: string[] };

/** The mail that opened the thread which the next follow-up without a subject goes on with. */
export type OpenedThread = { step: number; subject: string; mailboxId: number };

/**
 * Where and as what a lead waits for a step: new leads by shard, the others with the mailbox that wrote to them. All that
 * planning asks is in the two index keys, so that a run reads the index and no lead.
 */
export function waiting(
  { accountId, campaignId, leadId, shard }: Enrolment,
  { step, mailboxId, dueAt, isPaused, version, type, keepsMailbox }: Wait,
): { lane: string; due: string } {
  const campaign = `${accountId}.${campaignId}`;
  const isNew = (step === 1 && !keepsMailbox) || mailboxId === undefined;
  const own = isNew ? firstLane(campaign, shard) : mailboxLane(campaign, mailboxId);
  return {
    lane: type && isByHand(type) && !isPaused ? `${campaign}.hand-${type}` : own,
    due: [
      dueAt,
      String(leadId).padStart(12, "0"),
      step,
      // The first step is of whatever version is live when it is planned.
      ...(version === undefined || step === 1 ? [] : [`v${version}`]),
      ...(isPaused ? ["paused"] : []),
    ].join("#"),
  };
}

const firstLane = (campaign: string, shard: number) => `${campaign}.first-${shard}`;
const mailboxLane = (campaign: string, mailboxId: number) => `${campaign}.mailbox-${mailboxId}`;

/** The lanes from which a mailbox may write to a lead: its own, and that of new leads. */
export function lanesFor(
  { accountId, campaignId, shard }: Omit<Enrolment, "leadId">,
  mailboxId: number,
) {
  const campaign = `${accountId}.${campaignId}`;
  return [mailboxLane(campaign, mailboxId), firstLane(campaign, shard)] as const;
}

/** Whether a lead waits for one mailbox alone: with a follow-up, or with the first step of a subsequence. */
export const waitsForMailbox = ({ lane }: { lane?: string | undefined }): boolean =>
  lane?.includes(".mailbox-") === true;

/** Whether a lead came out of another campaign's conversation. */
export const keepsMailbox = ({ continues }: { continues?: unknown }): boolean =>
  continues !== undefined;
