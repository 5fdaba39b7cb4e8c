import type { DurationMs, EpochMs } from "../../instant.schema.ts";
import type { SendWindow } from "../../kernel/schedule/window.ts";

/** `assigned`: how many leads already have this variant of this step. `share` in percent, of a step's 100. */
export type PlanVariant = { letter: string; share: number; assigned: number };

/** `automatic`: sent by the engine (type EMAIL); other steps are tasks and never planned here. */
export type PlanStep = {
  step: number;
  delayDays: number;
  automatic: boolean;
  /** `deficit`: each within one lead of its share. `chance`: each lead by itself, as probable as the share. */
  choose?: "deficit" | "chance";
  /** In the order of their letters. */
  variants: readonly PlanVariant[];
};

export type PlanCampaign = {
  id: number;
  schedule: SendWindow & {
    minGapMinutes: number;
    maxNewLeadsPerDay: number;
    /** Percent of a mailbox's day that follow-ups have before new leads; all of it when absent. */
    followUpShare?: number | null | undefined;
  };
  /** In order; new leads get the first. */
  sequence: readonly PlanStep[];
};

/** Instants in epoch ms. */
export type PlanMailbox = {
  id: number;
  /** Only CONNECTED ones send. PAUSED: its owner paused sending. */
  state: "CONNECTED" | "DISCONNECTED" | "ERROR" | "PAUSED";
  /** No mail before this instant: gaps asked for by any campaign, breaker. Null: free. */
  nextFreeAt: EpochMs | null;
  /** The last mail reserved or sent, of any campaign; lets a campaign with a wider gap keep it. */
  lastSlotAt: EpochMs | null;
  /** The local date "YYYY-MM-DD" that `sentToday` counts, in the account's timezone; null: none yet. */
  day: string | null;
  /** Campaign mails sent and planned on `day`, of all campaigns. */
  sentToday: number;
  dailyLimit: number;
  minGapMs: DurationMs;
  accountTimezone: string;
  /** Whose service it is, where the campaign sends within one provider first. */
  family?: string | undefined;
};

/** What decides over one lead alone; each is absent where the campaign has no rule that asks for it. */
export type SendingConstraints = {
  /** The lead's own, where the campaign keeps its hours by it. */
  timezone?: string | undefined;
  /** Of its address, where the campaign limits the mails to one domain. */
  domain?: string | undefined;
  /** Whose service receives its mail, where the campaign sends within one provider first. */
  family?: string | undefined;
};

export type FollowUp = SendingConstraints & {
  leadId: number;
  step: number;
  dueAt: EpochMs;
  mailboxId: number;
};

export type NewLead = SendingConstraints & { leadId: number };

/** `used`: mails sent and planned, by `domainRateLimitKey`. */
export type DomainRateLimit = { limit: number; used: ReadonlyMap<string, number> };

export type PlanInput = {
  campaign: PlanCampaign;
  /** First steps sent and planned on the campaign's local date of now. */
  newToday: number;
  /** Someone has stopped all sending of the account or the installation: nothing gets a slot. */
  isSendingStopped?: boolean;
  /** How many more mails the account may send this month. */
  monthlyLeft: number;
  followUps: readonly FollowUp[];
  /** In import order. */
  newLeads: readonly NewLead[];
  mailboxes: readonly PlanMailbox[];
  /** Absent: a domain gets as many mails an hour as there are. */
  domainRateLimit?: DomainRateLimit | undefined;
  seed: string | number;
  /** How far ahead slots are assigned; 15 minutes when absent, the longest delay of a queue. */
  horizonMs?: DurationMs;
};
