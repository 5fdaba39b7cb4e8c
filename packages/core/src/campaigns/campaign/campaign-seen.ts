import { say } from "@thaw/text/say";
import { AppError } from "../../error.ts";

const CHANGED = {
  steps: "changed.steps",
  setup: "changed.setup",
  condition: "changed.condition",
  name: "changed.name",
} as const;

/**
 * Refuses a save of what has changed since the person saw it: two people may edit one campaign. The second one gets a
 * conflict and keeps what they wrote.
 *
 * @param expected what the person saw; any state where absent
 * @throws AppError conflict
 */
export function requireSeen<Value extends string | number>(
  part: keyof typeof CHANGED,
  present: Value,
  expected: Value | undefined,
): void {
  if (expected === undefined || expected === present) return;
  const mine = { [part]: [say("campaign.saveOrTakeTheirs")] };
  throw new AppError("conflict", CHANGED[part], undefined, mine);
}
