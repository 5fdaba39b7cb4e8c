// `npm run deploy -- --stage NAME`: deploys a stage into the AWS account that the surroundings' credentials belong to.
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { settingsOf } from "../stacks/settings.ts";
import { markUnset, readSecrets } from "../stacks/stage-secrets.ts";
import { runSst } from "./run-sst.ts";

const OUTPUTS = ".sst/outputs.json";

const { values } = parseArgs({ options: { stage: { type: "string" } } });
const { stage } = values;
if (!stage || !/^[a-z][a-z0-9-]*$/.test(stage)) {
  console.error("Which stage? npm run deploy -- --stage NAME (small letters, digits, hyphens)");
  process.exit(2);
}
process.exit(await deploy(stage));

/** @returns the exit code */
async function deploy(name: string): Promise<number> {
  const { values: secrets, missing, unset } = await readSecrets(name);
  if (missing.length > 0) {
    console.error(`The stage "${name}" cannot be deployed without these secrets:`);
    for (const each of missing) {
      console.error(
        `npm run sst -- secrets set ${each} "$(openssl rand -base64 48)" --stage ${name}`,
      );
    }
    return 2;
  }
  if (unset.length > 0) {
    console.log(`Not set, and deployed without: ${unset.join(", ")}`);
    await markUnset(name, unset);
  }
  const edge = { EDGE_SECRET: secrets.EDGE_SECRET ?? "" };
  if (settingsOf(name).domain) return deployOnce(name, edge);
  // Without a domain CloudFront names the stage at the end of the first deployment; links need that name.
  const known = process.env.SITE_URL ?? deployedUrl(name) ?? "";
  const code = await deployOnce(name, { ...edge, SITE_URL: known });
  const url = deployedUrl(name);
  if (code !== 0 || !url || url === known) return code;
  console.log(`The stage answers on ${url}: deploying once more, so that its links lead there`);
  return deployOnce(name, { ...edge, SITE_URL: url });
}

const deployOnce = (name: string, env: Record<string, string>) =>
  runSst(["deploy", "--stage", name], env);

/** Where the last deployment from this machine said that the stage answers. */
function deployedUrl(name: string): string | undefined {
  if (!existsSync(OUTPUTS)) return undefined;
  const outputs = JSON.parse(readFileSync(OUTPUTS, "utf8")) as Record<string, { Url?: string }>;
  return outputs[`${name}-thaw-Web`]?.Url;
}
