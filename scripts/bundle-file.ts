import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { app as manifest } from "@thaw/core/manifest";

export const SITE_ENTRY = "web/lambda";
export const entries: readonly string[] = [
  ...Object.values(manifest.functions).map(({ entry }) => entry),
  SITE_ENTRY,
];

/** The bundle that the last synthesis made of an entry: the newest, because SST never clears its folder. */
export function bundleFile(entry: string): string | undefined {
  const files = globSync(`.sst/artifacts/*/${entry}.mjs`);
  return files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

/** The bundle and the chunks that a cold start loads with it; what is imported on demand is not among them. */
export function loadedAtStart(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/(?:from|import)\s*"(\.{1,2}\/[^"]+\.mjs)"/g);
  const chunks = [...imports].map(([, name = ""]) => path.join(path.dirname(file), name));
  return [file, ...chunks.flatMap((chunk) => loadedAtStart(chunk, seen))];
}
