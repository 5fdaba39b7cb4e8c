import type { EpochMs } from "../../instant.schema.ts";
import type { PlannerReason } from "./wait-reason.schema.ts";

/** `scheduledAt` in epoch ms. */
export type Assignment = {
  leadId: number;
  step: number;
  mailboxId: number;
  scheduledAt: EpochMs;
  variant: string;
};

/**
 * What a run takes of a mailbox, for one conditional update. Instants in epoch ms. `day` and
 * `sentThatDay` replace the mailbox's own after the run, `lastAt` its last slot.
 */
export type Reservation = {
  mailboxId: number;
  count: number;
  firstAt: EpochMs;
  lastAt: EpochMs;
  nextFreeAt: EpochMs;
  day: string;
  sentThatDay: number;
};

/** Which of the messages of a run apply; each of the first two ends it. */
export type Checkpoint =
  | "sending_stopped"
  | "no_automatic_step"
  | "no_follow_up_due"
  | "no_new_lead";

/** `until` in epoch ms: when its domain may get mail again. */
export type Waiting = { leadId: number; step: number; reason: PlannerReason; until?: EpochMs };

export type Plan = {
  assignments: Assignment[];
  reservations: Reservation[];
  checkpoints: Checkpoint[];
  waiting: Waiting[];
};
