// Plain JavaScript: this runs on whatever Node the machine has, before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { statSync, utimesSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = path.join(root, "node_modules/.bin");
/** npm writes this file last: without it an installation is missing or was cut short. */
const installed = path.join(root, "node_modules/.package-lock.json");
/** One installation writes both lock files, in no fixed order. */
const SAME_MS = 10_000;

/**
 * Gives back once this process runs on the Node that package.json pins, with everything installed. On an older Node it
 * starts `script` again on the right one with the same arguments, and ends with that one's exit code.
 * @param {string} script import.meta.url of the script that calls
 * @returns {Promise<void>}
 */
export async function onNode24(script) {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20) {
    console.error(`This needs Node.js 20.19 or newer; here is ${process.version}.`);
    process.exit(1);
  }
  process.chdir(root);
  if (changedAt(installed) + SAME_MS < changedAt(path.join(root, "package-lock.json"))) install();
  if (!process.env.PATH?.startsWith(bin)) process.env.PATH = `${bin}:${process.env.PATH}`;
  if (major >= 24) return;
  const code = await again([fileURLToPath(script), ...process.argv.slice(2)]);
  process.exit(code);
}

/** @param {string} file */
function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function install() {
  console.log("Installing packages (once)…");
  // Not `npm ci`: it refuses a lock file without the optional packages of other platforms.
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) process.exit(status ?? 1);
  // npm leaves it alone when there was nothing to do.
  const now = new Date();
  utimesSync(installed, now, now);
}

/**
 * @param {string[]} args
 * @returns {Promise<number>}
 */
function again(args) {
  // The channel says nothing: it breaks when this process is killed, which the child can notice.
  const child = spawn(path.join(bin, "node"), args, {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
