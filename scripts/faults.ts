/**
 * Runs the fault programs of tests/faults, each on a table and a cloud of its own, and prints their figures.
 *
 *   npm run faults              all of them
 *   npm run faults -- pause     those whose name holds the word
 *   npm run faults -- --conflicts    while 5 % of the writes meet another's transaction, as in DynamoDB and never in the
 *                                    embedded table
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const FOLDER = join(import.meta.dirname, "../tests/faults");
/** They bring a table of their own, most that of the whole product. */
const ALONE = new Set([
  "kill-the-product.ts",
  "disk-full.ts",
  "crash-the-table.ts",
  "key-rotation.ts",
  "lose-last-writes.ts",
]);
const { values, positionals: args } = parseArgs({
  allowPositionals: true,
  options: { conflicts: { type: "boolean", default: false } },
});
// Read by tests/faults/support/conflicting-table.ts.
if (values.conflicts) process.env.THAW_FAULT_CONFLICTS = "0.05";

const programs = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".ts"))
  .filter((file) => args.length === 0 || args.some((word) => file.includes(word)));
if (programs.length === 0) throw new Error(`No fault program is called ${args.join(" or ")}`);

let failed = 0;
for (const program of programs) {
  console.log(`\n${program.replace(".ts", "")}`);
  const startedAt = performance.now();
  const path = join(FOLDER, program);
  const run = ALONE.has(program) ? fork(path) : fork(join(FOLDER, "support/stage.ts"), [path]);
  const [code] = await once(run, "exit");
  if (code !== 0) failed += 1;
  console.log(`     ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}
console.log(`\n${programs.length - failed} of ${programs.length} fault programs hold`);
process.exitCode = failed === 0 ? 0 : 1;
