// Plain JavaScript: this runs on whatever Node the machine has, before anything is installed.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages, root } from "./packages.mjs";

const bin = path.join(root, "node_modules/.bin");

/**
 * Gives back once this process runs on the Node that package.json pins, with what it needs installed. On an older Node
 * it starts `script` again on the right one with the same arguments, and ends with that one's exit code.
 * @param {string} script import.meta.url of the script that calls
 * @param {"product" | "deployment" | "everything"} needed
 * @returns {Promise<void>}
 */
export async function onNode24(script, needed) {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20) {
    console.error(`This needs Node.js 20.19 or newer; here is ${process.version}.`);
    process.exit(1);
  }
  process.chdir(root);
  installPackages(needed);
  if (!process.env.PATH?.startsWith(bin)) process.env.PATH = `${bin}:${process.env.PATH}`;
  if (major >= 24) return;
  const code = await again([fileURLToPath(script), ...process.argv.slice(2)]);
  process.exit(code);
}

/**
 * Of a command that is for this machine unless it names a stage.
 * @param {string[]} args
 * @returns {"product" | "deployment"}
 */
export function neededFor(args) {
  return args.some((arg) => arg.startsWith("--stage")) ? "deployment" : "product";
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
