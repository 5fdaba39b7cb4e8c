import {
  GetParametersByPathCommand,
  type Parameter,
  PutParameterCommand,
  SSMClient,
} from "@aws-sdk/client-ssm";
import { edgeSecrets } from "../packages/core/src/edge-secret.ts";
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
  return {
    values: Object.fromEntries(found),
    missing: without.filter((name) => manifest.secrets[name] === "required"),
    unset: without.filter((name) => manifest.secrets[name] === "optional"),
  };
}

/** Gives secrets of a stage the value that the product reads as unset: SST refuses to deploy a function whose secret has none. */
export async function markUnset(stage: string, names: readonly SecretName[]): Promise<void> {
  using ssm = open();
  const [path] = pathsOf(stage);
  for (const name of names) {
    const parameter = { Name: `${path}${name}/value`, Value: UNSET_SECRET, Overwrite: true };
    await ssm.client.send(new PutParameterCommand({ ...parameter, Type: "SecureString" }));
  }
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
