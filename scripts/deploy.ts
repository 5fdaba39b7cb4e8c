// `npm run deploy -- --stage NAME`: deploys a stage into the AWS account that the surroundings' credentials belong to.
import { parseArgs } from "node:util";
import { bootstrapOnce } from "../stacks/bootstrap.ts";
import { examineStage } from "../stacks/doctor/check-stage.ts";
import { findDeployedStage } from "../stacks/doctor/deployed-stage.ts";
import type { StageContext } from "../stacks/doctor/stage-context.ts";
import { faultOfStageName } from "../stacks/stage-name.ts";
import { markUnset } from "../stacks/stage-secrets.ts";
import { isBlocked, printed } from "./doctor/finding.ts";
import { runSst } from "./run-sst.ts";

const { values } = parseArgs({ options: { stage: { type: "string" } } });
const { stage = "" } = values;
const misnamed = faultOfStageName(stage);
if (misnamed) {
  console.error(`Which stage? npm run deploy -- --stage NAME: ${misnamed}`);
  process.exit(2);
}
const { all, context } = await examineStage(stage, "deployment");
const unknown = all.filter(({ state }) => state === "not checked");
// Without them the edge would speak without its word.
const lacksSecrets = unknown.some(({ subject }) => subject === "secrets");
if (!context || isBlocked(all) || lacksSecrets) {
  console.error(`The stage "${stage}" cannot be deployed:`);
  console.error(printed(all.filter(({ state }) => state === "blocks" || state === "not checked")));
  process.exit(2);
}
if (unknown.length > 0) console.log(printed(unknown));
process.exit(await deploy(context));

/** @returns the exit code */
async function deploy(known: StageContext): Promise<number> {
  const { values: secrets, unset } = await known.secrets();
  await bootstrapOnce(known.account, known.region);
  if (unset.length > 0) {
    console.log(`Not set, and deployed without: ${unset.join(", ")}`);
    await markUnset(known.stage, unset);
  }
  const edge = { EDGE_SECRET: secrets.EDGE_SECRET ?? "" };
  if (known.settings.domain) return withHint(known, await deployOnce(known, edge));
  // Without a domain CloudFront names the stage at the end of the first deployment; links need that name.
  const before = process.env.SITE_URL ?? (await known.deployed()).outputs.Url ?? "";
  const code = await deployOnce(known, { ...edge, SITE_URL: before });
  const url = (await findDeployedStage(known.stage, known.region)).outputs.Url;
  if (code !== 0 || !url || url === before) return withHint(known, code);
  console.log(`The stage answers on ${url}: deploying once more, so that its links lead there`);
  return withHint(known, await deployOnce(known, { ...edge, SITE_URL: url }));
}

const deployOnce = ({ stage: name }: StageContext, env: Record<string, string>) =>
  runSst(["deploy", "--stage", name], env);

function withHint({ stage: name }: StageContext, code: number): number {
  if (code === 0) console.log(`What the stage still lacks: npm run doctor -- --stage ${name}`);
  return code;
}
