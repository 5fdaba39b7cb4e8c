import * as v from "valibot";

export const MAX_PAGE = 200;

/** Numbers arrive as text in a query string. */
export const WholeNumber = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/), v.transform(Number))],
    "Enter a whole number",
  ),
  v.integer("Enter a whole number"),
);

export const Id = v.pipe(WholeNumber, v.minValue(1));

/** An instant in ISO 8601, given back in UTC with milliseconds. */
export const Instant = v.pipe(
  v.string("Choose a date and a time"),
  v.check((text) => !Number.isNaN(Date.parse(text)), "Choose a date and a time"),
  v.transform((text) => new Date(text).toISOString()),
);
/** The part of a list's input that every list shares: a page size (clamped to 1-200) and where to go on. */
export const PageInput = {
  limit: v.optional(
    v.pipe(
      WholeNumber,
      v.transform((limit) => Math.min(Math.max(limit, 1), MAX_PAGE)),
    ),
    50,
  ),
  cursor: v.optional(v.nullable(v.string())),
};

const ORDERS = ["newest", "oldest"] as const;
type Order = (typeof ORDERS)[number];

/** The part of the input of a list by time: which end comes first. */
export const orderInput = (usual: Order) => ({ order: v.optional(v.picklist(ORDERS), usual) });

/** What a query of the table is told for it. */
export const directionOf = (order: Order) => (order === "newest" ? "desc" : "asc");

export const pageOf = <Item extends v.GenericSchema>(item: Item) =>
  v.object({
    items: v.array(item),
    cursor: v.nullable(v.string()),
    total: v.optional(v.number()),
  });
