import type { EpochMs } from "../../instant.schema.ts";
import type { FollowUp } from "../planner/plan-input.ts";

/** Compact a line once this many of its entries are behind its head. */
const SLACK = 1024;

type Line = { items: FollowUp[]; head: number };

/**
 * The follow-ups of one mailbox by step, each line with the earliest due first. Those of one step fall due in the order in
 * which the step before was sent, so adding is a push and taking the next is a look at the heads.
 */
export type FollowUpQueue = Map<number, Line>;

/** Adds a follow-up to those of its step, behind all that are due before it. */
export function putFollowUp(queue: FollowUpQueue, followUp: FollowUp): void {
  const line = queue.get(followUp.step);
  if (!line) {
    queue.set(followUp.step, { items: [followUp], head: 0 });
    return;
  }
  const { items, head } = line;
  // The end of the line is nearly always its place: only a lead that was paused, or a repeated hour, is out of order.
  let at = items.length;
  while (at > head && (items[at - 1]?.dueAt ?? 0) > followUp.dueAt) at -= 1;
  if (at === items.length) items.push(followUp);
  else items.splice(at, 0, followUp);
}

/** When the first of them falls due, in epoch ms; Infinity when there is none. */
export function earliestDue(queue: FollowUpQueue): EpochMs {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { items, head } of queue.values()) {
    earliest = Math.min(earliest, items[head]?.dueAt ?? earliest);
  }
  return earliest;
}

/** The first `most` that are due before `until`, which stay in the queue. */
export function peekDue(queue: FollowUpQueue, until: EpochMs, most: number): FollowUp[] {
  const found = [...queue.values()].flatMap(({ items, head }) => {
    const due: FollowUp[] = [];
    for (let at = head; at < head + most; at++) {
      const followUp = items[at];
      if (followUp === undefined || followUp.dueAt >= until) break;
      due.push(followUp);
    }
    return due;
  });
  return found.sort((one, other) => one.dueAt - other.dueAt).slice(0, most);
}

/** Takes a lead's follow-up of a step away; nearly always the first one. */
export function dropFollowUp(queue: FollowUpQueue, step: number, leadId: number): void {
  const line = queue.get(step);
  if (!line) return;
  let at = line.head;
  while (at < line.items.length && line.items[at]?.leadId !== leadId) at += 1;
  if (at >= line.items.length) return;
  if (at > line.head) {
    line.items.splice(at, 1);
    return;
  }
  line.head += 1;
  if (line.head < SLACK || line.head * 2 < line.items.length) return;
  line.items = line.items.slice(line.head);
  line.head = 0;
}

export function countFollowUps(queue: FollowUpQueue): number {
  let count = 0;
  for (const { items, head } of queue.values()) count += items.length - head;
  return count;
}
