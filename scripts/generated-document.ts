import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const isCheck = () => process.argv.includes("--check");

/** Writes a document that a script prints; with `--check` on the command line it only says whether the file is current. */
export function writeOrCheck(file: string, script: string, text: string): void {
  replace(
    file,
    script,
    `<!-- Written by \`npm run ${script}\`: do not edit. -->\n\n${text.trimEnd()}\n`,
  );
}

/** As `writeOrCheck`, of TypeScript. */
export function writeOrCheckCode(file: string, script: string, text: string): void {
  const raw = `// Written by \`npm run ${script}\`: do not edit.\n${text.trimEnd()}\n`;
  const args = ["check", "--write", `--stdin-file-path=${file}`];
  replace(file, script, execFileSync("node_modules/.bin/biome", args, { input: raw }).toString());
}

function replace(file: string, script: string, whole: string): void {
  if (!isCheck()) {
    writeFileSync(file, whole);
    console.log(`wrote ${file}`);
    return;
  }
  const current = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (current === whole) return;
  console.error(`${file} is out of date: run \`npm run ${script}\``);
  process.exitCode = 1;
}

/** A Markdown table. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}
