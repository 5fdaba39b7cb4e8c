import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { isObject, SettingsFile, SharedSettings, StageSettings } from "./settings-shape.ts";
import { faultOfStageName } from "./stage-name.ts";

const SETTINGS_FILE = "thaw.settings.json";
const MOST_BYTES = 256 * 1024;

type Shared = v.InferOutput<typeof SharedSettings>;
type OfStage = v.InferOutput<typeof StageSettings>;

export type SettingsOfFile = {
  /** For messages: what was read, be it there or not. */
  file: string;
  shared: Shared;
  stages: ReadonlyMap<string, OfStage>;
  /** Each with the path of the field before it: `stages.prod.emailFrom: is …`. */
  faults: string[];
};

/** Reads the deployer's settings. THAW_SETTINGS names another file than the usual one, which nobody has to make. */
export function readSettingsFile(): SettingsOfFile {
  const named = process.env.THAW_SETTINGS;
  const file = named ?? SETTINGS_FILE;
  const nothing = { file, shared: {}, stages: new Map<string, OfStage>() };
  const size = statSync(path.resolve(file), { throwIfNoEntry: false })?.size;
  if (size === undefined) {
    return { ...nothing, faults: named ? [`${file} is not there (THAW_SETTINGS names it)`] : [] };
  }
  if (size > MOST_BYTES) {
    return { ...nothing, faults: [`${file} has ${size} bytes; ${MOST_BYTES} are allowed`] };
  }
  // Some editors begin a file with a byte order mark.
  const text = readFileSync(path.resolve(file), "utf8").replace(/^\uFEFF/, "");
  try {
    return { file, ...readSettings(JSON.parse(text)) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ...nothing, faults: [`${file}, line ${lineOf(error, text)}: ${reasonOf(error)}`] };
  }
}

function readSettings(json: unknown): Omit<SettingsOfFile, "file"> {
  const whole = v.safeParse(SettingsFile, json);
  const faults = whole.success ? [] : faultsOf(whole.issues);
  const given = (json ?? {}) as { default?: unknown; stages?: unknown };
  const stages = new Map<string, OfStage>();
  for (const [name, value] of isObject(given.stages) ? Object.entries(given.stages) : []) {
    const misnamed = faultOfStageName(name);
    if (misnamed) faults.push(`stages.${name}: ${misnamed}`);
    const parsed = v.safeParse(StageSettings, value);
    if (!parsed.success) faults.push(...faultsOf(parsed.issues, `stages.${name}`));
    else stages.set(name, parsed.output);
  }
  const shared = v.safeParse(SharedSettings, given.default ?? {});
  return { shared: shared.success ? shared.output : {}, stages, faults };
}

/** The first of each field, which says enough. */
function faultsOf(issues: readonly v.BaseIssue<unknown>[], above?: string): string[] {
  const faults = new Map<string, string>();
  for (const issue of issues) {
    const at = [above, v.getDotPath(issue)].filter(Boolean).join(".") || "the file";
    if (!faults.has(at)) faults.set(at, `${at}: ${issue.message}`);
  }
  return [...faults.values()];
}

/** V8 says where it stumbled ("… at position 12"), but for a text that ends too early. */
function lineOf({ message }: SyntaxError, text: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  return text.slice(0, position === undefined ? text.length : Number(position)).split("\n").length;
}

/** Without the excerpt that V8 adds, which may be long. */
const reasonOf = ({ message }: SyntaxError) =>
  message.replace(/ in JSON at position.*|, (?:\.\.\.)?".*" is not valid JSON$/s, "");
