/** New leads in import order, without holding them: how many, and the id of the nth. */
export type LeadLine = { count: number; idAt: (index: number) => number };

const ALWAYS = Number.NEGATIVE_INFINITY;

/**
 * The new leads that have no mail yet. `waiting`, earliest due first, only where rules ask each lead by itself: else they
 * leave in the order of the line.
 */
export type NewLeadQueue = {
  line: LeadLine;
  begun: number;
  waiting: { leadId: number; dueAt: number }[] | undefined;
};

export function openNewLeads(line: LeadLine, areAlike: boolean): NewLeadQueue {
  const all = () =>
    Array.from({ length: line.count }, (_, index) => ({ leadId: line.idAt(index), dueAt: ALWAYS }));
  return { line, begun: 0, waiting: areAlike ? undefined : all() };
}

export const countNew = ({ line, begun }: NewLeadQueue) => line.count - begun;

/** From when on one of them may be written to, in epoch ms; Infinity when there is none. */
export function earliestNew(queue: NewLeadQueue): number {
  if (countNew(queue) < 1) return Number.POSITIVE_INFINITY;
  return queue.waiting?.[0]?.dueAt ?? ALWAYS;
}

/** The first `most` that are due at `at` (epoch ms), which stay in the queue. */
export function peekNew(queue: NewLeadQueue, at: number, most: number): number[] {
  const { line, begun, waiting } = queue;
  if (!waiting) {
    const length = Math.min(most, countNew(queue));
    return Array.from({ length }, (_, index) => line.idAt(begun + index));
  }
  const due = waiting.slice(0, most).filter(({ dueAt }) => dueAt <= at);
  return due.map(({ leadId }) => leadId);
}

export function dropNew(queue: NewLeadQueue, leadId: number): void {
  queue.begun += 1;
  const { waiting } = queue;
  const at = waiting?.findIndex((lead) => lead.leadId === leadId) ?? -1;
  if (at >= 0) waiting?.splice(at, 1);
}

/** Lets a lead fall due at another instant, behind all that are due then. */
export function postponeNew({ waiting }: NewLeadQueue, leadId: number, dueAt: number): void {
  if (!waiting) return;
  const from = waiting.findIndex((lead) => lead.leadId === leadId);
  if (from < 0) return;
  waiting.splice(from, 1);
  const to = waiting.findIndex((lead) => lead.dueAt > dueAt);
  waiting.splice(to < 0 ? waiting.length : to, 0, { leadId, dueAt });
}
