// `npm run generate`: what the one table holds, from the entities themselves. The meaning of one is its doc comment's first paragraph.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { app as manifest } from "@thaw/core/manifest";
import ts from "typescript";
import { tableOf, writeOrCheck } from "./generated-document.ts";

const CORE = "packages/core/src";

/** What this needs of an ElectroDB entity. */
type Schema = {
  model: { entity: string };
  indexes: Record<string, { index?: string; scope?: string; pk: Key; sk?: Key }>;
};
type Key = { field: string; composite: readonly string[]; template?: string };
type Entity = { schema: Schema; noun: string; meaning: string };

const isEntity = (value: unknown): value is { schema: Schema } =>
  typeof value === "object" && value !== null && "schema" in value && "model" in value;

async function entities(): Promise<Entity[]> {
  const files = globSync(`${CORE}/**/*.entity.ts`).sort();
  const found = await Promise.all(files.map(entitiesOf));
  return found.flat().sort((a, b) => a.schema.model.entity.localeCompare(b.schema.model.entity));
}

async function entitiesOf(file: string): Promise<Entity[]> {
  const meanings = meaningsIn(file);
  const exported = (await import(path.resolve(file))) as Record<string, unknown>;
  return Object.entries(exported).flatMap(([name, value]) => {
    if (!isEntity(value)) return [];
    const meaning = meanings.get(name) ?? "";
    if (!meaning) {
      console.error(`${file}: ${name} has no doc comment that says what it is`);
      process.exitCode = 1;
    }
    return [{ schema: value.schema, noun: path.relative(CORE, path.dirname(file)), meaning }];
  });
}

/** The first paragraph of each constant's doc comment, in one line, by the constant's name. */
function meaningsIn(file: string): Map<string, string> {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  return new Map(
    source.statements.filter(ts.isVariableStatement).flatMap((statement) => {
      const [comment] = ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc);
      const [first = ""] = (ts.getTextOfJSDocComment(comment?.comment) ?? "").split(/\n\s*\n/);
      const meaning = first.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();
      return statement.declarationList.declarations.map(
        ({ name }) => [name.getText(source), meaning] as const,
      );
    }),
  );
}

const shape = (key: Key | undefined) =>
  key?.template ?? (key?.composite.length ? key.composite.join(" · ") : "—");

function keysOf(all: readonly Entity[], index: string): string[][] {
  return all.flatMap(({ schema }) =>
    Object.entries(schema.indexes)
      .filter(([, { index: of = "" }]) => of === index)
      .map(([name, { pk, sk, scope }]) => [
        `\`${schema.model.entity}\``,
        name,
        `${scope ? `(${scope}) ` : ""}${shape(pk)}`,
        shape(sk),
      ]),
  );
}

const all = await entities();
const meanings = tableOf(
  ["Entity", "Meaning", "Noun"],
  all.map(({ schema, meaning, noun }) => [`\`${schema.model.entity}\``, meaning, `\`${noun}\``]),
);
const header = ["Entity", "Access", "Partition", "Sort"];
const keys = ["", ...Object.keys(manifest.table.indexes)].map((index) => {
  const title = index === "" ? "## Keys" : `## ${index} (sparse, keys only)`;
  return `${title}\n\n${tableOf(header, keysOf(all, index))}`;
});
writeOrCheck("docs/table.md", ["# The table", meanings, ...keys].join("\n\n"));
