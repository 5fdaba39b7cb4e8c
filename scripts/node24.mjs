// Plain JavaScript: this runs on whatever Node the machine has, before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = path.join(root, "node_modules/.bin");

/**
 * Gives back once this process runs on the Node that package.json pins, with everything installed. On an older Node it
 * starts `script` again on the right one with the same arguments, and ends with that one's exit code.
 * @param {string} script import.meta.url of the script that calls
 * @returns {Promise<void>}
 */
export async function onNode24(script) {
  process.chdir(root);
  // npm writes this file last: without it an installation is missing or was cut short.
  if (!existsSync(path.join(root, "node_modules/.package-lock.json"))) install();
  if (!process.env.PATH?.startsWith(bin)) process.env.PATH = `${bin}:${process.env.PATH}`;
  if (Number(process.versions.node.split(".")[0]) >= 24) return;
  const code = await again([fileURLToPath(script), ...process.argv.slice(2)]);
  process.exit(code);
}

function install() {
  console.log("Installing packages (once)…");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * @param {string[]} args
 * @returns {Promise<number>}
 */
function again(args) {
  const child = spawn(path.join(bin, "node"), args, { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
