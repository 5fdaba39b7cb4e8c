/**
 * The keys that sign: `session` (sessions, codes, tickets) and `link` (what stands in emails that have left). Of a stage with
 * `--stage`, else of the data folder of this machine (`--data`, `--demo`, THAW_DATA, as of `npm start`). Never prints a key.
 *
 *   npm run keys -- list                              ids, and since when each signs
 *   npm run keys -- rotate session|link [--stage X]   a new key before the others, which go on being accepted
 *   npm run keys -- remove session|link ID [--stage X]   what it has signed is accepted no more
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  DEPLOYMENT_MS,
  keyWithoutId,
  NO_ID,
  parseKeyRing,
  type RingName,
  removeKey,
  rotate,
  signerOf,
  type WrittenKey,
  writeKeyRing,
} from "@thaw/core/kernel/signing-key/key-ring";
import { readSecrets as readFolder, writeSecrets as writeFolder } from "@thaw/local/data-folder";

const USAGE = `npm run keys -- list | rotate session|link | remove session|link ID   [--stage NAME | --data FOLDER --demo]`;
const SETTINGS = {
  session: { secret: "SESSION_KEYS", inFolder: "sessionKeys" },
  link: { secret: "LINK_KEYS", inFolder: "linkKeys" },
} as const;
const RINGS = Object.keys(SETTINGS) as RingName[];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    stage: { type: "string" },
    data: { type: "string" },
    demo: { type: "boolean", default: false },
  },
});
const { stage, demo, data = process.env.THAW_DATA ?? ".thaw" } = values;
const folder = join(resolve(data), demo ? "demo" : "");
const [command, ring, id] = positionals;

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run(): Promise<void> {
  if (command === "list" && positionals.length === 1) {
    for (const each of RINGS) print(each, await read(each));
    return;
  }
  if (!isRing(ring)) return usage();
  if (command === "rotate" && id === undefined) {
    const at = Date.now() + (stage === undefined ? 0 : DEPLOYMENT_MS);
    return save(ring, rotate(ring, await read(ring), at));
  }
  if (command === "remove" && id !== undefined) {
    return save(ring, removeKey(await read(ring), id));
  }
  return usage();
}

function usage(): void {
  console.error(USAGE);
  process.exitCode = 2;
}

function isRing(name: string | undefined): name is RingName {
  return RINGS.some((each) => each === name);
}

/** What a stage needs is not installed where there is none. */
function ofStages() {
  return import("../stacks/stage-secrets.ts");
}

/** Where the ring is not set, the secret that signs in its place; nothing on a stage that is new. */
async function read(name: RingName): Promise<WrittenKey[]> {
  const { secret, inFolder } = SETTINGS[name];
  const of =
    stage === undefined ? readFolder(folder) : (await (await ofStages()).readSecrets(stage)).values;
  const { text, older } =
    "s3SecretKey" in of
      ? { text: of[inFolder], older: of.tokenSecret }
      : { text: of[secret], older: of.TOKEN_SECRET };
  if (text !== undefined) return parseKeyRing(secret, text);
  return older === undefined ? [] : [keyWithoutId(older)];
}

async function save(name: RingName, keys: readonly WrittenKey[]): Promise<void> {
  const { secret, inFolder } = SETTINGS[name];
  const text = writeKeyRing(keys);
  if (stage === undefined) writeFolder(folder, { ...readFolder(folder), [inFolder]: text });
  else await (await ofStages()).setSecret(stage, secret, text);
  print(name, keys);
  console.log(
    stage === undefined
      ? "Restart Thaw: until then it goes on with the keys from before."
      : `Deploy now: npm run deploy -- --stage ${stage}. A new key begins to sign at its time, when every function knows it.`,
  );
}

function print(name: RingName, keys: readonly WrittenKey[]): void {
  const signer = signerOf(keys, Date.now());
  console.log(`${name}: ${keys.length} ${keys.length === 1 ? "key" : "keys"}`);
  for (const key of keys) {
    const since = key.since ? new Date(key.since).toISOString() : "the beginning";
    const what = key.id === NO_ID ? "(from before keys had ids)" : "";
    console.log(`  ${key.id}  since ${since}  ${key === signer ? "signs" : ""} ${what}`.trimEnd());
  }
}
