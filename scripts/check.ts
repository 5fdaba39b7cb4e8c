// `npm run check`: the quick gate. Two tools at a time, one line each, output only of those that fail.
import { mkdirSync, writeFileSync } from "node:fs";
import { type Command, runCommand } from "./run-command.ts";

type Tool = Command & { name: string };

/** Slowest first, so that the two lanes end together. */
const tools: Tool[] = [
  { name: "types", command: "tsc", args: ["-p", "."] },
  { name: "dead code", command: "knip", args: ["--no-progress"] },
  { name: "lint", command: "oxlint", args: ["--type-aware", "--quiet"] },
  {
    name: "imports",
    command: "depcruise",
    args: ["--config", ".dependency-cruiser.cjs", "--output-type", "err", "sst.config.ts"].concat([
      "packages",
      "web",
      "stacks",
      "scripts",
      "tests",
    ]),
  },
  { name: "generated", command: "node", args: ["scripts/generate.ts", "--check"] },
  { name: "vocabulary", command: "node", args: ["scripts/vocabulary.ts"] },
  { name: "names", command: "node", args: ["scripts/names.ts"] },
  { name: "format", command: "biome", args: ["check", "--error-on-warnings", "."] },
];

const results: { name: string; ok: boolean; seconds: number }[] = [];
const waiting = tools.values();

async function lane() {
  for (const { name, ...command } of waiting) {
    const { code, output, seconds } = await runCommand(command);
    results.push({ name, ok: code === 0, seconds });
    console.log(`${code === 0 ? "ok    " : "FAILED"} ${name.padEnd(10)} ${seconds.toFixed(1)} s`);
    if (code !== 0) console.log(output.trimEnd());
  }
}

await Promise.all([lane(), lane()]);
mkdirSync("reports", { recursive: true });
writeFileSync("reports/check.json", JSON.stringify(results, null, 2));
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
