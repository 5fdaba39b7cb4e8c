// `npm run remove -- --stage NAME`: takes a stage out of its AWS account; a development stage with its data and its secrets.
import { parseArgs } from "node:util";
import { settingsOf } from "../stacks/settings.ts";
import { faultOfStageName } from "../stacks/stage-name.ts";
import { deleteSecrets } from "../stacks/stage-secrets.ts";
import { runSst } from "./run-sst.ts";

const { values } = parseArgs({ options: { stage: { type: "string" } } });
const { stage = "" } = values;
const misnamed = faultOfStageName(stage);
if (misnamed) {
  console.error(`Which stage? npm run remove -- --stage NAME: ${misnamed}`);
  process.exit(2);
}
const { permanent } = settingsOf(stage);
const code = await runSst(["remove", "--stage", stage], {});
// What outlives a permanent stage may be needed again, and then its links have to hold.
if (code === 0 && !permanent) console.log(`${await deleteSecrets(stage)} secrets deleted`);
process.exit(code);
