// `npm run doctor -- --stage NAME`: what would make a deployment of the stage fail or surprise, each with its mend, before and
// after it. `npm run doctor`: the same of this machine, as `npm start` would find it. Ends with 1 where something has to be mended first.
import { parseArgs } from "node:util";
import { faultOfStageName } from "../stacks/stage-name.ts";
import { examineMachine } from "./doctor/check-machine.ts";
import { isBlocked, printed, summary } from "./doctor/finding.ts";

const { values } = parseArgs({
  options: { stage: { type: "string" }, port: { type: "string" }, data: { type: "string" } },
});
const { stage, ...machine } = values;
const fault = stage === undefined ? undefined : faultOfStageName(stage);
if (fault) {
  console.error(`npm run doctor -- --stage NAME: ${fault}`);
  process.exit(2);
}
const all = stage === undefined ? await examineMachine(machine) : await examineOnly(stage);
console.log(printed(all));
console.log(summary(all));
process.exit(isBlocked(all) ? 1 : 0);

/** What a stage needs is not installed where there is none. */
async function examineOnly(name: string) {
  const { examineStage } = await import("../stacks/doctor/check-stage.ts");
  return (await examineStage(name, "all")).all;
}
