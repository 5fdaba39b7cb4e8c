import { say } from "@thaw/text/say";
import { AppError } from "../../error.ts";

const CHANGED = {
  steps: "changed.steps",
  setup: "changed.setup",
  condition: "changed.condition",
  name: "changed.name",
} as const;

/**
 * Two people edit one campaign: whoever saves second is told, and has what they wrote still before them.
 *
 * @param expected what the person saw; whoever does not say takes any
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
