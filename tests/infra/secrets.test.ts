import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { variable } from "@thaw/core/environment";
import { app as manifest, type SecretName } from "@thaw/core/manifest";
import { environment, UNSET_SECRET } from "@thaw/data/config";
import { beforeAll, expect, test, vi } from "vitest";
import { markUnset, readSecrets } from "../../stacks/stage-secrets.ts";
import { startSecretStore } from "./secret-store.ts";
import { type Synthesis, synthesize } from "./synth.ts";

const run = promisify(execFile);
const REQUIRED = { TOKEN_SECRET: "a token", EDGE_SECRET: "a-word-of-the-edge-long-enough-for-it" };
const secretNames = Object.keys(manifest.secrets) as SecretName[];

let made: Synthesis;
beforeAll(async () => {
  made = await synthesize("prod");
});

type Store = Awaited<ReturnType<typeof startSecretStore>>;
type Said = { LogicalResourceId: string; Status: string; Reason: string };

/** Parameters of SSM, as `sst secrets set` writes them for a stage. */
const asSet = (stage: string, secrets: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [
      `/sst/thaw/${stage}/Secret/${name}/value`,
      value,
    ]),
  );

/** The functions whose secrets CloudFormation has fetched, as the stage's templates make them. */
function deployFunctions({ functions }: Store): string[] {
  for (const [id, { Type, Properties }] of Object.entries(made.resources)) {
    const variables = (Properties?.Environment?.Variables ?? {}) as Record<string, string>;
    const isRead = Object.values(variables).includes(UNSET_SECRET);
    if (Type === "AWS::Lambda::Function" && isRead) functions[id.replace("/", "-")] = variables;
  }
  return Object.keys(functions);
}

/** What SST's helper answers CloudFormation for each function. */
async function fetchSecrets(store: Store, names: readonly string[]): Promise<Said[]> {
  const env = { ...process.env, ...store.environment, AWS_LAMBDA_LOG_GROUP_NAME: "log" };
  const { stdout } = await run("node", ["tests/infra/sst-helper.ts", ...names], { env });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Said);
}

/** Its exit code, and what it asks to be set. */
async function deploy(store: Store) {
  const env = { ...process.env, ...store.environment };
  const ended = run("node", ["scripts/deploy.ts", "--stage", "prod"], { env });
  const { code, stderr } = (await ended.catch((error: unknown) => error)) as {
    code: number;
    stderr: string;
  };
  return { code, told: stderr.match(/secrets set \w+/g) };
}

const pointAt = (store: Store) => {
  for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value);
  return { [Symbol.dispose]: () => void vi.unstubAllEnvs() };
};

test("SST refuses a function whose secret nobody has set, optional or not", async () => {
  using store = await startSecretStore(asSet("prod", REQUIRED));
  const names = deployFunctions(store);
  const said = await fetchSecrets(store, names);
  const refused = said.filter(({ Status }) => Status === "FAILED");
  expect(refused.length).toBeGreaterThan(0);
  for (const { Reason } of refused) expect(Reason).toMatch(/not set.*(AI_KEY|OIDC_ISSUERS)/);
});

test("a deployment lists every required secret that is missing before anything is built or written; with them alone set it succeeds, and the code reads the others as unset [OPS-01]", async () => {
  using store = await startSecretStore(asSet("prod", { EDGE_SECRET: " , " }));
  expect(await deploy(store)).toEqual({
    code: 2,
    told: ["secrets set TOKEN_SECRET", "secrets set EDGE_SECRET"],
  });
  expect(new Set(store.actions)).toEqual(new Set(["AmazonSSM.GetParametersByPath"]));

  Object.assign(store.parameters, asSet("prod", REQUIRED));
  using _ = pointAt(store);
  const { missing, unset, values } = await readSecrets("prod");
  expect([missing, unset, values]).toEqual([[], ["AI_KEY", "OIDC_ISSUERS"], REQUIRED]);
  await markUnset("prod", unset);
  const names = deployFunctions(store);
  expect(names).toHaveLength(made.ofType("Custom::SecretPrefetcher").length);
  const said = await fetchSecrets(store, names);
  expect(said.map(({ LogicalResourceId }) => LogicalResourceId)).toEqual(names);
  for (const { Status, Reason } of said) expect(Status, Reason).toBe("SUCCESS");
  const given = Object.assign({}, ...Object.values(store.functions)) as Record<string, string>;
  for (const name of secretNames) {
    const key = variable.secret(name);
    vi.stubEnv(key, given[key] ?? "not fetched");
    expect(environment(key), name).toBe((REQUIRED as Partial<Record<string, string>>)[name]);
  }
});

test("what is set later, or for all stages, is kept", async () => {
  const fallback = { "/sst/thaw/.fallback/Secret/AI_KEY/value": "of all stages" };
  const marked = asSet("prod", { ...REQUIRED, OIDC_ISSUERS: UNSET_SECRET });
  using store = await startSecretStore({ ...fallback, ...marked });
  using _ = pointAt(store);
  const { unset, values } = await readSecrets("prod");
  expect([unset, values.AI_KEY]).toEqual([["OIDC_ISSUERS"], "of all stages"]);
});
