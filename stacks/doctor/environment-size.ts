import { environmentOf, variable } from "../../packages/core/src/environment.ts";
import { app as manifest, SERVICES } from "../../packages/core/src/manifest.ts";
import { type Finding, findings } from "../../scripts/doctor/finding.ts";
import type { Settings } from "../settings.ts";
import type { StageContext } from "./stage-context.ts";

/** Lambda, "Quotas": all variables of a function together, in bytes. */
const MOST_BYTES = 4 * 1024;
/** What is made up during a deployment is known to some bytes. */
const CLOSE_BYTES = MOST_BYTES - 256;

type Secrets = Readonly<Partial<Record<string, string>>>;
type Where = Pick<StageContext, "stage" | "region" | "account" | "settings">;

/** The size of each function's environment, as far as it can be known before CloudFormation has made up its names. */
export function environmentSizes(where: Where, secrets: Secrets): Map<string, number> {
  const functions = { ...manifest.functions, site: { uses: manifest.site } };
  return new Map(
    Object.entries(functions).map(([name, { uses }]) => {
      const known = environmentOf(uses, values(where, secrets));
      const all = { ...known, ...platform(where.stage), ...fronts(where.settings) };
      const bytes = Object.entries(all).reduce(
        (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
        0,
      );
      return [name, bytes];
    }),
  );
}

export async function checkEnvironmentSize(context: StageContext): Promise<Finding[]> {
  const { ok, blocks, warns } = findings("environment");
  const { values: secrets } = await context.secrets();
  const sizes = [...environmentSizes(context, secrets)].sort(([, a], [, b]) => b - a);
  const [largest = "", bytes = 0] = sizes[0] ?? [];
  const says = `the largest environment of a function is ${largest}'s with about ${bytes} of ${MOST_BYTES} bytes`;
  const mend = `Lambda refuses more: shorten the longest secrets (${longest(secrets)}) or lists of models`;
  if (bytes > MOST_BYTES) return [blocks(says, mend)];
  return [bytes > CLOSE_BYTES ? warns(says, mend) : ok(says)];
}

const longest = (secrets: Secrets) =>
  Object.entries(secrets)
    .sort(([, a = ""], [, b = ""]) => b.length - a.length)
    .slice(0, 2)
    .map(([name]) => name)
    .join(", ");

/** What stands for the names that CloudFormation makes up is as long as those. */
function values({ stage, region, account, settings }: Where, secrets: Secrets) {
  const made = (id: string) => `${stage}-thaw-storage-${id}${"x".repeat(22)}`;
  return {
    table: () => made("mainTable"),
    bucket: (name: string) => made(`${name}Bucket`),
    queue: (name: string) => `https://sqs.${region}.amazonaws.com/${account}/${stage}-thaw-${name}`,
    secret: (name: string) => secrets[name] ?? "",
    secretFunction: () => `${stage}-thaw-Api-onSecretCall${"x".repeat(22)}`,
    websocket: () => `https://${"x".repeat(10)}.execute-api.${region}.amazonaws.com/socket`,
    emailFrom: () => settings.emailFrom,
    encryption: () => `arn:aws:kms:${region}:${account}:key/${"x".repeat(36)}`,
    site: () => `https://${settings.domain?.name ?? `${"x".repeat(14)}.cloudfront.net`}`,
    whiteLabelTarget: () => `${"x".repeat(14)}.cloudfront.net`,
    edgeHosts: () => `arn:aws:cloudfront::${account}:key-value-store/${"x".repeat(36)}`,
    edgeTenants: () => `${"x".repeat(14)}/cg_${"x".repeat(27)}`,
  };
}

const platform = (stage: string) => ({
  NODE_OPTIONS: "--enable-source-maps",
  AWS_NODEJS_CONNECTION_REUSE_ENABLED: "1",
  SST_APP: "thaw",
  SST_STAGE: stage,
  SST_SSM_PREFIX: `/sst/thaw/${stage}/`,
});

/** What the settings add to functions that speak to people: counted for all. */
function fronts({ domain, languageModel, ...settings }: Settings): Record<string, string> {
  const texts = ["contactEmail", "pageViewSink", "termsUrl", "privacyUrl"] as const;
  return {
    ...Object.fromEntries(texts.map((name) => [variable[name], settings[name] ?? ""])),
    ...Object.fromEntries(
      SERVICES.flatMap((name) => {
        const host = domain?.services?.[name];
        return host ? [[variable.service(name), `https://${host}/${name}`]] : [];
      }),
    ),
    [variable.aiBaseUrl]: languageModel?.baseUrl ?? "",
    [variable.aiModels]: languageModel?.models.join(",") ?? "",
  };
}
