import type { Lane } from "./lane.ts";

/**
 * The lanes that can take a first mail, best first: earliest day, then fewest mails on that day, then
 * lowest id. A binary heap: taking from and re-placing the best costs log(mailboxes).
 */
export type LaneQueue = Lane[];

/** Keeps only lanes that have a next slot. */
export function laneQueue(lanes: Iterable<Lane>): LaneQueue {
  // A sorted array is a heap.
  return [...lanes].filter((lane) => lane.next !== undefined).sort(compare);
}

/** Puts the best lane back in its place after its next slot changed, or out when it has none. */
export function replaceBest(queue: LaneQueue): void {
  const best = queue[0];
  if (best === undefined) return;
  if (best.next !== undefined) return sink(queue, best);
  const last = queue.pop();
  if (last !== undefined && queue.length > 0) sink(queue, last);
}

/** Places a lane at the top and lets it sink below every better one. */
function sink(queue: LaneQueue, lane: Lane): void {
  let at = 0;
  for (;;) {
    const left = queue[2 * at + 1];
    const right = queue[2 * at + 2];
    const isRight = left !== undefined && right !== undefined && compare(right, left) < 0;
    const child = isRight ? right : left;
    if (child === undefined || compare(lane, child) <= 0) break;
    queue[at] = child;
    at = 2 * at + (isRight ? 2 : 1);
  }
  queue[at] = lane;
}

function compare(one: Lane, other: Lane): number {
  const first = one.next;
  const second = other.next;
  if (first === undefined || second === undefined) return 0;
  return first.day - second.day || first.used - second.used || one.mailbox.id - other.mailbox.id;
}
