/** Values by the names of attributes. */
export type Values = Readonly<Record<string, unknown>>;

type Attribute = { type: unknown; padding?: { length: number; char: string } };
type Half = { field: string; composite: readonly string[]; casing?: string };
type Index = { index?: string; pk: Half; sk: Half };
type Schema = {
  model: { service: string; entity: string; version: string };
  attributes: Record<string, Attribute>;
  indexes: Record<string, Index>;
};

/** One of the two keys of an index: `make` gives undefined unless all that it is made of is there. */
export type KeyHalf = {
  field: string;
  composite: readonly string[];
  make: (values: Values) => string | undefined;
};

/** How an ElectroDB entity stores its records. */
export type Storage = {
  entity: string;
  version: string;
  attributes: readonly string[];
  /** Those of them that are sets in the table and lists in the product. */
  sets: readonly string[];
  own: readonly [KeyHalf, KeyHalf];
  others: readonly (readonly [KeyHalf, KeyHalf])[];
  /** The same by the names of the indexes. */
  indexes: ReadonlyMap<string, readonly [KeyHalf, KeyHalf]>;
  /** Why records cannot be written without ElectroDB, where that is so: it does more than store their values. */
  special: string | undefined;
};

/** What an attribute may have for its values to be stored as they are. */
const PLAIN = new Set(["type", "required", "padding", "items", "readOnly"]);
const TYPES = new Set(["string", "number", "boolean", "any", "set", "list"]);
/** What changes values on their way back, or where they lie. */
const ON_READ = ["get", "hidden", "field"];

/** @throws for an entity whose records are not read as they lie in the table */
export function storageOf({ schema }: { schema: object }): Storage {
  const { model, attributes, indexes } = schema as Schema;
  for (const [name, attribute] of Object.entries(attributes)) {
    const other = ON_READ.find((property) => property in attribute);
    if (other) throw new Error(`${model.entity}.${name} cannot be read so: it has "${other}"`);
  }
  const halves = ({ pk, sk }: Index) =>
    [
      halfOf(pk, `$${model.service}`, attributes),
      halfOf(sk, `$${model.entity}_${model.version}`, attributes),
    ] as const;
  const all = Object.values(indexes);
  const own = all.find(({ index }) => index === undefined);
  if (!own) throw new Error(`${model.entity} has no index of the table itself`);
  const names = Object.keys(attributes);
  const byName = new Map(
    all.flatMap((each) => (each.index === undefined ? [] : [[each.index, halves(each)] as const])),
  );
  return {
    entity: model.entity,
    version: model.version,
    attributes: names,
    sets: names.filter((name) => attributes[name]?.type === "set"),
    own: halves(own),
    others: [...byName.values()],
    indexes: byName,
    special: names.find((name) => attributes[name] && !isPlain(attributes[name])),
  };
}

const isPlain = (attribute: Attribute) =>
  (Array.isArray(attribute.type) || TYPES.has(String(attribute.type))) &&
  Object.keys(attribute).every((property) => PLAIN.has(property));

function halfOf(half: Half, prefix: string, attributes: Schema["attributes"]): KeyHalf {
  const { field, composite, casing } = half;
  const parts = composite.map((name) => ({
    name,
    label: `#${name}_`,
    padding: attributes[name]?.padding,
  }));
  return {
    field,
    composite,
    make(values) {
      let key = prefix;
      for (const { name, label, padding } of parts) {
        const value = values[name];
        if (value === undefined) return undefined;
        const text = String(value as string | number);
        key += label + (padding ? text.padStart(padding.length, padding.char) : text);
      }
      return casing === "none" ? key : key.toLowerCase();
    },
  };
}
