import { type Finding, findings } from "../../scripts/doctor/finding.ts";

const DEFAULT = "us-east-1";

/** Where a deployment goes, as sst.config.ts says. */
export const deploymentRegion = (): string => process.env.AWS_REGION || DEFAULT;

export function checkRegion(environment: Readonly<Record<string, string | undefined>>): Finding[] {
  const { ok, blocks, warns } = findings("region");
  const { AWS_REGION: chosen, AWS_DEFAULT_REGION: other } = environment;
  if (chosen && !/^[a-z]{2}(?:-[a-z]+)+-\d$/.test(chosen)) {
    return [blocks(`AWS_REGION is no region: ${chosen}`, "set it to one like us-east-1")];
  }
  if (!chosen && other && other !== DEFAULT) {
    const says = `the stage goes to ${DEFAULT}, though AWS_DEFAULT_REGION is ${other}`;
    return [
      warns(says, `set AWS_REGION=${other} if it is to be there, now and at every deployment`),
    ];
  }
  return [ok(chosen ?? `${DEFAULT}, since AWS_REGION is not set`)];
}
