// Plain JavaScript: this runs on whatever Node the machine has, before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const stacks = path.join(root, "stacks");
/** One installation writes both lock files, in no fixed order. */
const SAME_MS = 10_000;

/**
 * Installs what is missing or older than its lock file. The product is what runs, and what builds its pages; a deployment
 * needs the packages of `stacks/` besides; tests and checks need all of it.
 * @param {"product" | "deployment" | "everything"} needed
 */
export function installPackages(needed) {
  const tools = hasTools();
  const wantsTools = needed === "everything" && !tools;
  // What is there stays: without --omit npm would be told to remove the tools of somebody who works on the product.
  const omitted = tools || wantsTools ? [] : ["--omit=dev"];
  if (wantsTools || isOld(root)) install(root, omitted);
  if (needed !== "product" && isOld(stacks)) install(stacks, []);
}

/** npm writes this file last: without it an installation is missing or was cut short. */
const markOf = (/** @type {string} */ folder) =>
  path.join(folder, "node_modules/.package-lock.json");

function hasTools() {
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  return Object.keys(devDependencies).every((name) =>
    existsSync(path.join(root, "node_modules", name)),
  );
}

/** @param {string} folder */
function isOld(folder) {
  const locked = changedAt(path.join(folder, "package-lock.json"));
  return changedAt(markOf(folder)) + SAME_MS < locked;
}

/** @param {string} file */
function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * @param {string} folder
 * @param {string[]} options
 */
function install(folder, options) {
  const whose = folder === root ? "" : " for deployments";
  console.log(`Installing packages${whose} (once)…`);
  // Not `npm ci`: it refuses a lock file whose entries for other platforms have no checksums yet (decision 53).
  // npm's warnings are about packages of packages, which nobody here can act on.
  const args = ["install", "--no-audit", "--no-fund", "--loglevel=error", ...options];
  const { status } = spawnSync("npm", args, {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) process.exit(status ?? 1);
  // npm leaves it alone when there was nothing to do.
  const now = new Date();
  utimesSync(markOf(folder), now, now);
}
