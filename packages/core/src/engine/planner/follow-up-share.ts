import { assignSlot, findSlot, type Lane, type SlotRules } from "./lane.ts";

/**
 * Whether the mail that a mailbox sends after `used` others of its day is a follow-up's before it is a new lead's, so that
 * of any row of them the share (percent) is. What one kind leaves, the other takes.
 */
export const isFollowUpTurn = (used: number, share: number) =>
  Math.floor(((used + 1) * share) / 100) > Math.floor((used * share) / 100);

/** How many of the slots that a lane has left in a run are follow-ups' before they are new leads'. */
export function followUpTurns(lane: Lane, rules: SlotRules, share: number): number {
  const ahead = { ...lane };
  let turns = 0;
  for (;;) {
    const slot = findSlot(ahead, rules.now, rules);
    if (typeof slot === "string") return turns;
    if (isFollowUpTurn(slot.used, share)) turns += 1;
    assignSlot(ahead, slot, rules);
  }
}
