import { globSync } from "node:fs";
import path from "node:path";
import { client, table } from "../../packages/data/src/table.ts";

type Attribute = { type: unknown; required?: boolean; enumArray?: readonly string[] };
type Key = { composite: readonly string[] };

/** What this needs of an ElectroDB entity. */
export type AnyEntity = {
  schema: {
    model: { entity: string };
    attributes: Record<string, Attribute>;
    indexes: Record<string, { index?: string; pk: Key; sk?: Key }>;
  };
  put: (item: Record<string, unknown>) => { go: () => Promise<unknown> };
};

export type Row = Record<string, unknown> & { pk: string; sk: string; __edb_e__: string };

const isEntity = (value: unknown): value is AnyEntity =>
  typeof value === "object" && value !== null && "schema" in value && "model" in value;

/** Every kind of record that the product has, by name. */
export async function everyEntity(): Promise<Map<string, AnyEntity>> {
  const files = globSync("packages/core/src/**/*.entity.ts");
  const modules = await Promise.all(
    files.map((file) => import(path.resolve(file)) as Promise<Record<string, unknown>>),
  );
  const found = modules.flatMap((module) => Object.values(module)).filter(isEntity);
  return new Map(found.map((entity) => [entity.schema.model.entity, entity]));
}

/** Puts a record that holds no more than it has to. `known`: the values of attributes that lead to other records. */
export async function putSample(entity: AnyEntity, known: Record<string, unknown>): Promise<void> {
  const { attributes, indexes } = entity.schema;
  const names = new Set(Object.keys(attributes).filter((name) => attributes[name]?.required));
  for (const { index, pk, sk } of Object.values(indexes)) {
    const composites = [...pk.composite, ...(sk?.composite ?? [])];
    // A key of an index takes all of its parts or none.
    const isPart = index === undefined || composites.some((name) => names.has(name));
    for (const name of isPart ? composites : []) names.add(name);
  }
  const values = [...names].map((name) => [name, known[name] ?? valueOf(attributes[name])]);
  await entity.put(Object.fromEntries(values)).go();
}

function valueOf({ type, enumArray }: Attribute = { type: "string" }): unknown {
  if (Array.isArray(type)) return type[0];
  if (enumArray?.[0] !== undefined) return enumArray[0];
  if (type === "number") return 1;
  if (type === "boolean") return false;
  if (type === "list") return [];
  return type === "string" ? "sample" : {};
}

/** Every record of the table. */
export async function readTable(): Promise<Row[]> {
  const rows: Row[] = [];
  let from: unknown;
  do {
    const page = await client.send("Scan", {
      TableName: table,
      ExclusiveStartKey: from,
      ConsistentRead: true,
    });
    rows.push(...((page.Items ?? []) as Row[]));
    from = page.LastEvaluatedKey;
  } while (from);
  return rows;
}
