import type { SecretName } from "../../packages/core/src/manifest.ts";
import { type Finding, findings } from "../../scripts/doctor/finding.ts";
import { problemOfKeys, wayToSet } from "../stage-secrets.ts";
import type { StageContext } from "./stage-context.ts";

export async function checkSecrets({ stage, secrets }: StageContext): Promise<Finding[]> {
  const { ok, blocks, warns } = findings("secrets");
  const { values, missing, unset } = await secrets();
  const made = (name: SecretName) => `${wayToSet(name)} --stage ${stage}`;
  const found = missing.map((name) =>
    // The edge takes words of a certain length alone, and readSecrets takes others for none.
    values[name]
      ? blocks(`${name} is too short`, made(name))
      : blocks(`${name} is not set`, made(name)),
  );
  const problem = problemOfKeys(values);
  if (problem !== undefined) found.push(blocks(problem, "npm run keys, see docs/deploy.md"));
  if (values.OIDC_ISSUERS && !isList(values.OIDC_ISSUERS)) {
    found.push(
      warns("OIDC_ISSUERS is no list in JSON: nobody can sign in by it", "see docs/deploy.md"),
    );
  }
  if (found.length > 0) return found;
  const without = unset.length > 0 ? `; without ${unset.join(", ")}, which are optional` : "";
  return [ok(`the required ones are set${without}`)];
}

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
