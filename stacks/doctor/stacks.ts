import { type Finding, findings } from "../../scripts/doctor/finding.ts";
import type { StageContext } from "./stage-context.ts";

/** Whether CloudFormation would take a deployment of the stage now. */
export async function checkStacks({ stage, deployed }: StageContext): Promise<Finding[]> {
  const { ok, blocks, warns } = findings("stacks");
  const { states } = await deployed();
  if (states.size === 0) return [ok("the stage is not deployed yet")];
  const found = [...states].flatMap(([id, state]) => {
    const says = `${stage}-thaw-${id} is ${state}`;
    if (state === "ROLLBACK_COMPLETE") {
      return [warns(says, "its first creation failed: npm run deploy deletes it and begins anew")];
    }
    if (state.endsWith("_IN_PROGRESS")) return [blocks(says, "wait until that has ended")];
    if (state === "UPDATE_ROLLBACK_FAILED") {
      return [blocks(says, "continue the rollback in CloudFormation (ContinueUpdateRollback)")];
    }
    if (state.endsWith("_FAILED")) return [blocks(says, "its events in CloudFormation say why")];
    return [];
  });
  return found.length > 0 ? found : [ok(`${states.size} stacks are deployed`)];
}
