import type { SendWindow } from "../schedule/window.ts";

/** `assigned`: how many leads already have this variant of this step. `share` in percent, of a step's 100. */
export type PlanVariant = { letter: string; share: number; assigned: number };

/** `automatic`: sent by the engine (type EMAIL); other steps are tasks and never planned here. */
export type PlanStep = {
  step: number;
  delayDays: number;
  automatic: boolean;
  /** `deficit`: who is furthest behind its share comes next. `chance`: each lead by itself, as probable as the share. */
  choose?: "deficit" | "chance";
  /** In the order of their letters. */
  variants: readonly PlanVariant[];
};

export type PlanCampaign = {
  id: number;
  schedule: SendWindow & { minGapMinutes: number; maxNewLeadsPerDay: number };
  /** In order; new leads get the first. */
  sequence: readonly PlanStep[];
};

/** Instants in epoch ms. */
export type PlanMailbox = {
  id: number;
  /** Only CONNECTED ones send. PAUSED: its owner paused sending. */
  state: "CONNECTED" | "DISCONNECTED" | "ERROR" | "PAUSED";
  /** No mail before this instant: gaps asked for by any campaign, breaker. Null: free. */
  nextFreeAt: number | null;
  /** The last mail reserved or sent, of any campaign; lets a campaign with a wider gap keep it. */
  lastSlotAt: number | null;
  /** The local date "YYYY-MM-DD" that `sentToday` counts, in the account's timezone; null: none yet. */
  day: string | null;
  /** Campaign mails sent and planned on `day`, of all campaigns. */
  sentToday: number;
  dailyLimit: number;
  minGapMs: number;
  accountTimezone: string;
};

/** `timezone`: the lead's own, where the campaign keeps its hours by it. */
export type FollowUp = {
  leadId: number;
  step: number;
  dueAt: number;
  mailboxId: number;
  timezone?: string | undefined;
};

export type NewLead = { leadId: number; timezone?: string | undefined };

export type PlanInput = {
  campaign: PlanCampaign;
  /** First steps sent and planned on the campaign's local date of now. */
  newToday: number;
  /** How many more mails the account may send this month. */
  monthlyLeft: number;
  followUps: readonly FollowUp[];
  /** In import order. */
  newLeads: readonly NewLead[];
  mailboxes: readonly PlanMailbox[];
  seed: string | number;
  /** How far ahead slots are given out; 15 minutes when absent, the longest delay of a queue. */
  horizonMs?: number;
};
