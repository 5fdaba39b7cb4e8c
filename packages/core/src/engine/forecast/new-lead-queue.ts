import type { EpochMs } from "../../instant.schema.ts";

/**
 * New leads in their order, without holding them: how many, the id of the nth, and when it falls due (epoch ms) where some
 * are paused or put off; earliest first then.
 */
export type LeadLine = {
  count: number;
  idAt: (index: number) => number;
  dueAt?: ((index: number) => EpochMs) | undefined;
};

const ALWAYS = Number.NEGATIVE_INFINITY;

/**
 * The new leads that have no mail yet. `waiting`, earliest due first, only where some are not due or rules ask each lead by
 * itself: else they leave in the order of the line.
 */
export type NewLeadQueue = {
  line: LeadLine;
  begun: number;
  waiting: { leadId: number; dueAt: EpochMs }[] | undefined;
};

export function openNewLeads(line: LeadLine, areAlike: boolean): NewLeadQueue {
  const all = () =>
    Array.from({ length: line.count }, (_, index) => ({
      leadId: line.idAt(index),
      dueAt: line.dueAt?.(index) ?? ALWAYS,
    }));
  return { line, begun: 0, waiting: areAlike && !line.dueAt ? undefined : all() };
}

export const countNew = ({ line, begun }: NewLeadQueue) => line.count - begun;

/** From when on one of them may be written to, in epoch ms; Infinity when there is none. */
export function earliestNew(queue: NewLeadQueue): EpochMs {
  if (countNew(queue) < 1) return Number.POSITIVE_INFINITY;
  return queue.waiting?.[0]?.dueAt ?? ALWAYS;
}

/**
 * The first that are due at `at` (epoch ms), up to so many that can be written to; they stay in the queue. Where rules ask each
 * lead by itself those who cannot are among them, as in a run.
 */
export function peekNew(
  queue: NewLeadQueue,
  at: EpochMs,
  { most, isReady }: { most: number; isReady: (leadId: number) => boolean },
): number[] {
  const { line, begun, waiting } = queue;
  if (!waiting) {
    const length = Math.min(most, countNew(queue));
    return Array.from({ length }, (_, index) => line.idAt(begun + index));
  }
  const found: number[] = [];
  let ready = 0;
  for (const { leadId, dueAt } of waiting) {
    if (dueAt > at || ready >= most) break;
    found.push(leadId);
    if (isReady(leadId)) ready += 1;
  }
  return found;
}

export function dropNew(queue: NewLeadQueue, leadId: number): void {
  queue.begun += 1;
  const { waiting } = queue;
  const at = waiting?.findIndex((lead) => lead.leadId === leadId) ?? -1;
  if (at >= 0) waiting?.splice(at, 1);
}

/** Lets a lead fall due at another instant, behind all that are due then. */
export function postponeNew({ waiting }: NewLeadQueue, leadId: number, dueAt: EpochMs): void {
  if (!waiting) return;
  const from = waiting.findIndex((lead) => lead.leadId === leadId);
  if (from < 0) return;
  waiting.splice(from, 1);
  const to = waiting.findIndex((lead) => lead.dueAt > dueAt);
  waiting.splice(to < 0 ? waiting.length : to, 0, { leadId, dueAt });
}
