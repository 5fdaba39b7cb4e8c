import {
  DeleteParameterCommand,
  GetParametersByPathCommand,
  type Parameter,
  PutParameterCommand,
  SSMClient,
} from "@aws-sdk/client-ssm";
import { edgeSecrets } from "../packages/core/src/edge-secret.ts";
import { parseKeyRing } from "../packages/core/src/kernel/signing-key/key-ring.ts";
import { app as manifest, type SecretName } from "../packages/core/src/manifest.ts";
import { UNSET_SECRET } from "../packages/data/src/config.ts";

/** SST keeps a stage's secrets in SSM under these, as its own `Config.pathFor` says; the second are those of all stages. */
const pathsOf = (stage: string) => [`/sst/thaw/${stage}/Secret/`, "/sst/thaw/.fallback/Secret/"];

export type StageSecrets = {
  /** Those that have a value. */
  values: Partial<Record<SecretName, string>>;
  /** Those that a stage cannot do without, and that nobody has set. */
  missing: SecretName[];
  /** Optional ones that nobody has set. */
  unset: SecretName[];
};

/**
 * What the secrets of a stage are.
 *
 * @throws what SSM or the search for credentials says
 */
export async function readSecrets(stage: string): Promise<StageSecrets> {
  using ssm = open();
  const found = new Map<string, string>();
  // The stage's own come last and win.
  for (const path of pathsOf(stage).toReversed()) {
    for await (const { Name = "", Value = "" } of parametersBelow(ssm.client, path)) {
      const [name = "", property] = Name.slice(path.length).split("/");
      if (property === "value" && Value !== UNSET_SECRET) found.set(name, Value);
    }
  }
  const names = Object.keys(manifest.secrets) as SecretName[];
  const without = names.filter((name) => !isSet(name, found.get(name)));
  // The secret from before there were rings of keys stands for each that is not set.
  const standsIn = (name: SecretName) =>
    (name === "SESSION_KEYS" || name === "LINK_KEYS") && !without.includes("TOKEN_SECRET");
  const missing = without.filter(
    (name) => manifest.secrets[name] === "required" && !standsIn(name),
  );
  return {
    values: Object.fromEntries(found),
    missing,
    unset: without.filter((name) => !missing.includes(name)),
  };
}

/** The command that gives a secret a value, but for the stage. */
export function wayToSet(secret: SecretName): string {
  if (secret === "SESSION_KEYS") return "npm run keys -- rotate session";
  if (secret === "LINK_KEYS") return "npm run keys -- rotate link";
  return `npm run sst -- secrets set ${secret} "$(openssl rand -base64 48)"`;
}

/** Why the product would refuse the keys that sign; undefined for keys that it takes, and for none. */
export function problemOfKeys(values: StageSecrets["values"]): string | undefined {
  try {
    for (const ring of ["SESSION_KEYS", "LINK_KEYS"] as const) {
      const text = values[ring];
      if (text !== undefined) parseKeyRing(ring, text);
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Gives secrets of a stage the value that the product reads as unset: SST refuses to deploy a function whose secret has none. */
export async function markUnset(stage: string, names: readonly SecretName[]): Promise<void> {
  using ssm = open();
  const [path] = pathsOf(stage);
  for (const name of names) await write(ssm.client, `${path}${name}/value`, UNSET_SECRET);
}

/** Gives a secret of a stage a value: the functions know it from the next deployment on. */
export async function setSecret(stage: string, name: SecretName, value: string): Promise<void> {
  using ssm = open();
  const [path] = pathsOf(stage);
  await write(ssm.client, `${path}${name}/value`, value);
}

const write = (client: SSMClient, Name: string, Value: string) =>
  client.send(new PutParameterCommand({ Name, Value, Overwrite: true, Type: "SecureString" }));

/**
 * Deletes what has been set for a stage alone; what is set for all stages stays.
 *
 * @returns how many secrets there were
 */
export async function deleteSecrets(stage: string): Promise<number> {
  using ssm = open();
  const [path = ""] = pathsOf(stage);
  const names: string[] = [];
  for await (const { Name } of parametersBelow(ssm.client, path)) if (Name) names.push(Name);
  for (const Name of names) await ssm.client.send(new DeleteParameterCommand({ Name }));
  return names.length;
}

const isSet = (name: SecretName, value: string | undefined) =>
  value !== undefined && value !== "" && (name !== "EDGE_SECRET" || edgeSecrets(value).length > 0);

function open(): Disposable & { client: SSMClient } {
  // The region of sst.config.ts.
  const client = new SSMClient({ region: process.env.AWS_REGION ?? "us-east-1" });
  return { client, [Symbol.dispose]: () => client.destroy() };
}

async function* parametersBelow(client: SSMClient, Path: string): AsyncGenerator<Parameter> {
  let NextToken: string | undefined;
  do {
    const asked = { Path, Recursive: true, WithDecryption: true, NextToken };
    const page = await client.send(new GetParametersByPathCommand(asked));
    yield* page.Parameters ?? [];
    ({ NextToken } = page);
  } while (NextToken !== undefined);
}
