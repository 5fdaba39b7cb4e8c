import { globSync, statSync } from "node:fs";
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
