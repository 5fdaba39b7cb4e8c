import { AppError } from "../../error.ts";

const PARTS = {
  steps: "the steps",
  setup: "senders, schedule or settings",
  condition: "the condition",
  name: "the name",
} as const;

/**
 * Two people edit one campaign: whoever saves second is told, and has what they wrote still before them.
 *
 * @param expected what the person saw; whoever does not say takes any
 * @throws AppError conflict
 */
export function requireSeen<Value extends string | number>(
  part: keyof typeof PARTS,
  present: Value,
  expected: Value | undefined,
): void {
  if (expected === undefined || expected === present) return;
  throw new AppError(
    "conflict",
    `Someone else changed ${PARTS[part]} of this campaign meanwhile. Your changes are not saved yet.`,
    { [part]: ["Look at what they changed, then save yours or take theirs."] },
  );
}
