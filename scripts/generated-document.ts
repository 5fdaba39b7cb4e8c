import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** The first line of every generated file. */
export const ORIGIN = "Written by `npm run generate`: do not edit.";

const isCheck = () => process.argv.includes("--check");

/** Writes a document that a script prints; with `--check` on the command line it only says whether the file is current. */
export function writeOrCheck(file: string, text: string): void {
  replace(file, `<!-- ${ORIGIN} -->\n\n${text.trimEnd()}\n`);
}

/** As `writeOrCheck`, of TypeScript. */
export function writeOrCheckCode(file: string, text: string): void {
  const raw = `// ${ORIGIN}\n${text.trimEnd()}\n`;
  const args = ["check", "--write", `--stdin-file-path=${file}`];
  replace(file, execFileSync("node_modules/.bin/biome", args, { input: raw }).toString());
}

function replace(file: string, whole: string): void {
  if (!isCheck()) {
    writeFileSync(file, whole);
    console.log(`wrote ${file}`);
    return;
  }
  const current = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (current === whole) return;
  console.error(`${file} is out of date: run \`npm run generate\``);
  process.exitCode = 1;
}

/** A Markdown table. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}
