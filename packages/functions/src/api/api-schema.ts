import type { Operation } from "@thaw/core/operation";
import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import { isList } from "./offset.ts";

/** What an operation takes, parted into what the address holds and the rest. */
export function inputOf(operation: Operation, address: string) {
  const schema = schemaOf(operation.input, "input");
  const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const path = names.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: propertyOf(schema, name) ?? { type: "string" },
  }));
  return { path, rest: without(schema, names) };
}

function propertyOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const found = schema.properties?.[name];
  if (typeof found === "object") return found;
  for (const member of membersOf(schema)) {
    const inMember = propertyOf(member, name);
    if (inMember) return inMember;
  }
  return undefined;
}

const membersOf = ({ anyOf = [], oneOf = [], allOf = [] }: JsonSchema): JsonSchema[] =>
  [...anyOf, ...oneOf, ...allOf].filter((member) => typeof member === "object");

/** A schema without the properties that the address gives. */
function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const rest: JsonSchema = { ...schema };
  delete rest.$schema;
  for (const union of ["anyOf", "oneOf", "allOf"] as const) {
    const members = schema[union];
    if (members)
      rest[union] = members.map((one) => (one === true ? {} : without(one as JsonSchema, names)));
  }
  if (schema.properties) {
    const kept = Object.entries(schema.properties).filter(([name]) => !names.includes(name));
    rest.properties = Object.fromEntries(kept);
    rest.required = (schema.required ?? []).filter((name) => !names.includes(name));
  }
  return rest;
}

export const hasFields = (schema: JsonSchema): boolean =>
  Object.keys(schema.properties ?? {}).length > 0 || membersOf(schema).length > 0;

export function queryOf({ properties = {}, required = [] }: JsonSchema) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

/** As `respond` puts it: a page's items are the data, and its cursor and total stand beside them. */
export function answerOf(operation: Operation): JsonSchema {
  const schema = schemaOf(operation.output, "output");
  delete schema.$schema;
  const { items, cursor, ...rest } = schema.properties ?? {};
  const isPage = items !== undefined && cursor !== undefined;
  const siblings = (schema.required ?? []).filter((name) => name !== "items");
  return {
    type: "object",
    additionalProperties: false,
    properties: {
      ok: { const: true },
      ...(isPage ? { data: items, cursor, ...rest } : { data: schema }),
      ...(isList(operation) ? { total_is_at_least: { type: "integer" } } : {}),
    },
    required: ["ok", "data", ...(isPage ? siblings : [])],
  };
}

/** Whole numbers come as text in an address; JSON has them as numbers. */
function readable<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(readable) as Part;
  if (typeof part !== "object" || part === null) return part;
  const rest = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, readable(value)]),
  );
  if (rest.type === "integer") delete rest.anyOf;
  return rest as Part;
}

/** What a schema's checks in code ask for, JSON JsonSchema cannot say: it describes the shape. */
function schemaOf(schema: Operation["input"], typeMode: "input" | "output"): JsonSchema {
  const described = toJsonSchema(schema, {
    typeMode,
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      // An answer has nothing but what is said here.
      typeMode === "output" && "type" in valibotSchema && valibotSchema.type === "object"
        ? { ...jsonSchema, additionalProperties: false }
        : undefined,
  });
  return readable(described);
}
