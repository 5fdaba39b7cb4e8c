// `npm run table`: the key map of the one table, from the entities themselves.
import { globSync } from "node:fs";
import path from "node:path";
import { app as manifest } from "@thaw/core/manifest";
import { tableOf, writeOrCheck } from "./generated-document.ts";

/** What this needs of an ElectroDB entity. */
type Entity = {
  schema: {
    model: { entity: string };
    indexes: Record<string, { index?: string; scope?: string; pk: Key; sk?: Key }>;
  };
};
type Key = { field: string; composite: readonly string[]; template?: string };

const isEntity = (value: unknown): value is Entity =>
  typeof value === "object" && value !== null && "schema" in value && "model" in value;

async function entities(): Promise<Entity[]> {
  const files = globSync("packages/core/src/**/*.entity.ts").sort();
  const modules = await Promise.all(
    files.map((file) => import(path.resolve(file)) as Promise<Record<string, unknown>>),
  );
  const found = modules.flatMap((module) => Object.values(module)).filter(isEntity);
  return found.sort((a, b) => a.schema.model.entity.localeCompare(b.schema.model.entity));
}

const shape = (key: Key | undefined) =>
  key?.template ?? (key?.composite.length ? key.composite.join(" · ") : "—");

function rowsOf(all: readonly Entity[], index: string): string[][] {
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
const header = ["Entity", "Access", "Partition", "Sort"];
const sections = ["", ...Object.keys(manifest.table.indexes)].map((index) => {
  const title = index === "" ? "## The table" : `## ${index} (sparse, keys only)`;
  return `${title}\n\n${tableOf(header, rowsOf(all, index))}`;
});
writeOrCheck("docs/table.md", "table", `# Key map\n\n${sections.join("\n\n")}`);
