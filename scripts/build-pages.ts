import { spawnSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The build writes it last. */
const BUILT = "web/build/server/index.js";
const SOURCES = [
  "web/{app,public}/**/*",
  "web/*.{ts,json}",
  "packages/{client,core,data,mail}/src/**/*.ts",
  "package-lock.json",
];

/** Builds the pages unless a build is there that is newer than everything it is made of. Ends the process if it fails. */
export function buildPages(): void {
  if (isFresh()) return;
  console.log("Building the pages…");
  const { status } = spawnSync("npm", ["run", "--silent", "build:web"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) process.exit(status ?? 1);
}

function isFresh(): boolean {
  if (!existsSync(join(root, BUILT))) return false;
  const builtAt = statSync(join(root, BUILT)).mtimeMs;
  return globSync(SOURCES, { cwd: root }).every((file) => {
    return file.endsWith(".test.ts") || statSync(join(root, file)).mtimeMs <= builtAt;
  });
}

// Part of the installation, so that the first start is as quick as any.
if (import.meta.main) buildPages();
