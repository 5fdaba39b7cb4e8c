/**
 * Runs the benchmarks of tests/bench one after the other; each prints its own figures beside their bars.
 *
 *   npm run bench               all of them
 *   npm run bench -- engine     those whose name holds the word
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../tests/bench");
const args = process.argv.slice(2);

const programs = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".ts"))
  .filter((file) => args.length === 0 || args.some((word) => file.includes(word)));
if (programs.length === 0) throw new Error(`No benchmark is called ${args.join(" or ")}`);

for (const program of programs) {
  console.log(`\n${program.replace(".ts", "")}`);
  const [code] = await once(fork(join(FOLDER, program)), "exit");
  if (code !== 0) process.exitCode = 1;
}
