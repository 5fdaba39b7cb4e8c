// `npm run generate`: lists of what is declared to go with an account, a campaign, a lead or a user, from the declarations.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { writeOrCheckCode } from "./generated-document.ts";

const SOURCES = "packages/core/src";
/** The list of each owner, by who works it off. */
const TARGETS = {
  Account: "account-deletion",
  Campaign: "account-deletion",
  Lead: "lead-erasure",
  User: "account-deletion",
};

const files = globSync(`${SOURCES}/**/*.ts`)
  .filter((file) => !file.endsWith(".test.ts"))
  .sort((one, other) => (one < other ? -1 : 1));

const pathFrom = (target: string, file: string) => {
  const relative = path.relative(path.dirname(target), file);
  return relative.startsWith(".") ? relative : `./${relative}`;
};

for (const [owner, noun] of Object.entries(TARGETS)) {
  const declaration = new RegExp(`^export const (\\w+) = erasedWith${owner}\\(`, "gm");
  const found = files.flatMap((file) => {
    const names = [...readFileSync(file, "utf8").matchAll(declaration)].flatMap(([, name]) => name);
    return names.length > 0 ? [{ file, names }] : [];
  });
  const target = `${SOURCES}/erasure/${noun}/of-${owner.toLowerCase()}.ts`;
  const type = owner === "Campaign" || owner === "User" ? `Erasure<${owner}>` : `${owner}Erasure`;
  const imported = owner === "Campaign" || owner === "User" ? `${owner}, Erasure` : type;
  writeOrCheckCode(
    target,
    [
      ...found.map(
        ({ file, names }) => `import { ${names.join(", ")} } from "${pathFrom(target, file)}";`,
      ),
      `import type { ${imported} } from "../../kernel/erasure/declare.ts";`,
      "",
      `export const ${owner.toUpperCase()}_ERASURES: readonly ${type}[] = [`,
      ...found.flatMap(({ names }) => names.map((name) => `  ${name},`)),
      "];",
    ].join("\n"),
  );
}
