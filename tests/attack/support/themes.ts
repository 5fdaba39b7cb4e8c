import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Attack } from "./attack.ts";

const FOLDER = join(import.meta.dirname, "..");

export type Theme = { name: string; attacks: readonly Attack[] };

/** Every file of tests/attack, by name: each exports its `attacks`. */
export async function loadThemes(): Promise<Theme[]> {
  const files = globSync("*.ts", { cwd: FOLDER }).sort();
  return Promise.all(
    files.map(async (file) => {
      const { attacks } = (await import(pathToFileURL(join(FOLDER, file)).href)) as {
        attacks: readonly Attack[];
      };
      return { name: basename(file, ".ts"), attacks };
    }),
  );
}
