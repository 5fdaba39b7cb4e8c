import type { DayNumber } from "../../instant.schema.ts";
import { dateOfDay } from "../../kernel/schedule/zone.ts";

/** How many mails go out when, from where, of which step. Days in days since 1970-01-01, instants in epoch ms. */
export type SendPlan = {
  /** Mails by local date of the campaign, in the order of `steps`. */
  days: Map<number, number[]>;
  /** Mails by UTC date, which is how figures of what was sent are counted. */
  utcDays: Map<number, number>;
  mailboxes: Map<number, { mails: number; firstDay: DayNumber; lastDay: DayNumber }>;
  /** The steps' numbers, in order. */
  steps: readonly number[];
  mails: number;
};

export type PlannedMails = {
  day: DayNumber;
  utcDay: DayNumber;
  step: number;
  mailboxId: number;
  count: number;
};

export function emptySendPlan(sequence: readonly { step: number }[]): SendPlan {
  const steps = sequence.map(({ step }) => step);
  return { days: new Map(), utcDays: new Map(), mailboxes: new Map(), steps, mails: 0 };
}

export function addMails(plan: SendPlan, mails: PlannedMails): void {
  const { day, utcDay, step, mailboxId, count } = mails;
  const ofDay = plan.days.get(day) ?? plan.steps.map(() => 0);
  const at = plan.steps.indexOf(step);
  ofDay[at] = (ofDay[at] ?? 0) + count;
  plan.days.set(day, ofDay);
  plan.utcDays.set(utcDay, (plan.utcDays.get(utcDay) ?? 0) + count);
  const own = plan.mailboxes.get(mailboxId);
  if (own) {
    own.mails += count;
    own.lastDay = Math.max(own.lastDay, day);
    own.firstDay = Math.min(own.firstDay, day);
  } else {
    plan.mailboxes.set(mailboxId, { mails: count, firstDay: day, lastDay: day });
  }
  plan.mails += count;
}

/** The days that have mails, in order of time. */
export function daysOf({ days, steps }: SendPlan) {
  return [...days]
    .sort(([one], [other]) => one - other)
    .map(([day, counts]) => ({
      day: dateOfDay(day),
      mails: counts.reduce((sum, count) => sum + count, 0),
      steps: steps.map((step, at) => ({ step, mails: counts[at] ?? 0 })),
    }));
}
