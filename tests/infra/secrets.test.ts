import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { variable } from "@thaw/core/environment";
import { newRing, parseKeyRing } from "@thaw/core/kernel/signing-key/key-ring";
import { app as manifest, type SecretName } from "@thaw/core/manifest";
import { environment, UNSET_SECRET } from "@thaw/data/config";
import { beforeAll, expect, test, vi } from "vitest";
import { deleteSecrets, markUnset, readSecrets } from "../../stacks/stage-secrets.ts";
import { startAws } from "./aws.ts";
import { goodWorld } from "./good-world.ts";
import { startSecretStore } from "./secret-store.ts";
import { type Synthesis, synthesize } from "./synth.ts";

const run = promisify(execFile);
const EDGE_SECRET = "a-word-of-the-edge-long-enough-for-it";
const REQUIRED = { SESSION_KEYS: newRing("session"), LINK_KEYS: newRing("link"), EDGE_SECRET };
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
async function deploy({ environment: surroundings }: Pick<Store, "environment">) {
  const env = { ...process.env, ...surroundings };
  const ended = run("node", ["scripts/deploy.ts", "--stage", "prod"], { env });
  const { code, stderr } = (await ended.catch((error: unknown) => error)) as {
    code: number;
    stderr: string;
  };
  return { code, told: stderr.match(/secrets set \w+|keys -- rotate \w+/g) };
}

const pointAt = (store: Pick<Store, "environment">) => {
  for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value);
  return { [Symbol.dispose]: () => void vi.unstubAllEnvs() };
};

test("SST refuses a function whose secret nobody has set, optional or not", async () => {
  using store = await startSecretStore(asSet("prod", REQUIRED));
  const names = deployFunctions(store);
  const said = await fetchSecrets(store, names);
  const refused = said.filter(({ Status }) => Status === "FAILED");
  expect(refused.length).toBeGreaterThan(0);
  for (const { Reason } of refused)
    expect(Reason).toMatch(/not set.*(TOKEN_SECRET|AI_KEY|OIDC_ISSUERS)/);
});

test("a deployment lists every required secret that is missing before anything is built or written; with them alone set it succeeds, and the code reads the others as unset [OPS-01]", async () => {
  const parameters = asSet("prod", { EDGE_SECRET: " , " });
  using aws = await startAws({ ...goodWorld(), parameters });
  expect(await deploy(aws)).toEqual({
    code: 2,
    told: ["keys -- rotate session", "keys -- rotate link", "secrets set EDGE_SECRET"],
  });
  expect(aws.calls).toContain("ssm:GetParametersByPath");
  for (const call of aws.calls) expect(call).toMatch(/:(Get|List|Describe)/);

  using store = await startSecretStore(asSet("prod", REQUIRED));
  using _ = pointAt(store);
  const { missing, unset, values } = await readSecrets("prod");
  const optional = ["TOKEN_SECRET", "AI_KEY", "OIDC_ISSUERS"];
  expect([missing, unset, values]).toEqual([[], optional, REQUIRED]);
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
  const marked = asSet("prod", { ...REQUIRED, TOKEN_SECRET: "older", OIDC_ISSUERS: UNSET_SECRET });
  using store = await startSecretStore({ ...fallback, ...marked });
  using _ = pointAt(store);
  const { unset, values } = await readSecrets("prod");
  expect([unset, values.AI_KEY]).toEqual([["OIDC_ISSUERS"], "of all stages"]);
});

test("a stage from before there were rings of keys is deployed with its one secret", async () => {
  using store = await startSecretStore(asSet("prod", { TOKEN_SECRET: "older", EDGE_SECRET }));
  using _ = pointAt(store);
  const { missing, unset } = await readSecrets("prod");
  expect([missing, unset]).toEqual([[], ["SESSION_KEYS", "LINK_KEYS", "AI_KEY", "OIDC_ISSUERS"]]);
});

test("keys that the product would refuse are refused before anything is built or written", async () => {
  const unusable = { ...REQUIRED, LINK_KEYS: "1:dG9vIHNob3J0" };
  using aws = await startAws({ ...goodWorld(), parameters: asSet("prod", unusable) });
  const env = { ...process.env, ...aws.environment };
  const ended = run("node", ["scripts/deploy.ts", "--stage", "prod"], { env });
  await expect(ended).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("LINK_KEYS: key 1 has fewer than 32 bytes"),
  });
  for (const call of aws.calls) expect(call).toMatch(/:(Get|List|Describe)/);
});

/** What the command prints for a stage. */
async function keys(store: Store, ...args: string[]): Promise<string> {
  const env = { ...process.env, ...store.environment };
  return (await run("node", ["scripts/keys.ts", ...args, "--stage", "prod"], { env })).stdout;
}

test("a command makes, rotates, lists and removes the keys of a stage, and prints none of them [OPS-10]", async () => {
  using store = await startSecretStore(asSet("prod", { TOKEN_SECRET: "of-the-first-release" }));
  const textOf = (name: string) => store.parameters[`/sst/thaw/prod/Secret/${name}/value`] ?? "";
  const said = [await keys(store, "rotate", "link")];
  const [fresh, older, ...more] = parseKeyRing("LINK_KEYS", textOf("LINK_KEYS"));
  expect([fresh?.id, older?.id, more]).toEqual(["1", "-", []]);
  expect(older?.secret.toString()).toBe("of-the-first-release");
  // Not before every function knows it: a deployment is under way for some minutes.
  const aheadMinutes = ((fresh?.since ?? 0) - Date.now()) / 60_000;
  expect(aheadMinutes).toBeGreaterThan(58);
  expect(aheadMinutes).toBeLessThanOrEqual(60);
  expect(said[0]).toContain("npm run deploy -- --stage prod");
  expect(textOf("SESSION_KEYS")).toBe("");

  said.push(await keys(store, "rotate", "session"), await keys(store, "list"));
  expect(said.at(-1)).toMatch(
    /session: 2 keys\n {2}1 {2}since \S+\n {2}- {2}since the beginning {2}signs/,
  );
  said.push(await keys(store, "remove", "session", "-"));
  expect(parseKeyRing("SESSION_KEYS", textOf("SESSION_KEYS")).map(({ id }) => id)).toEqual(["1"]);
  await expect(keys(store, "remove", "session", "1")).rejects.toMatchObject({
    stderr: expect.stringContaining("the only key"),
  });
  for (const secret of [textOf("LINK_KEYS"), textOf("SESSION_KEYS")]
    .join(" ")
    .match(/[\w+/]{40,}/g) ?? []) {
    expect(said.join("")).not.toContain(secret);
  }
  expect(said.join("")).not.toContain("of-the-first-release");
});

test("a removed development stage leaves no secrets of its own, and those of other stages alone", async () => {
  const others = { ...asSet("dev2", REQUIRED), ...asSet(".fallback", { AI_KEY: "of all stages" }) };
  const parameters = { ...asSet("dev", { ...REQUIRED, AI_KEY: "a key" }), ...others };
  using aws = await startAws({ ...goodWorld(), parameters });
  using _ = pointAt(aws);
  expect(await deleteSecrets("dev")).toBe(4);
  expect(parameters).toEqual(others);
});
