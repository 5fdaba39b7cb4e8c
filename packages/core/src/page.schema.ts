import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import type { IsoInstant } from "./instant.schema.ts";

export const MAX_PAGE = 200;

/** Numbers arrive as text in a query string. */
export const WholeNumber = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/), v.transform(Number))],
    issueText("wholeNumber"),
  ),
  v.integer(issueText("wholeNumber")),
  v.safeInteger(issueText("numberTooLarge")),
);

export const Id = v.pipe(WholeNumber, v.minValue(1));

/** The id of a record that everybody in the team may reach who has the permission: `every-operation.test.ts` looks for it. */
export const AccountWideId = v.pipe(Id);

const CHOOSE_INSTANT = issueText("chooseInstant");
/** Of a year that anyone could mean. */
const INSTANT =
  /^((?:19[7-9]\d|[2-9]\d{3})-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** An instant in ISO 8601, given back in UTC with milliseconds; without an offset it is UTC. */
export const Instant = v.pipe(
  v.string(CHOOSE_INSTANT),
  v.check(isInstant, CHOOSE_INSTANT),
  v.transform((text) => dateOf(text).toISOString() as IsoInstant),
);

/** `Date` reads a time without an offset in the zone of the machine. */
function dateOf(text: string): Date {
  const isOpen = text.includes("T") && INSTANT.exec(text)?.[5] === undefined;
  return new Date(isOpen ? `${text}Z` : text);
}

/** `Date` alone takes "1" for a year, and the 31st of February for the 3rd of March. */
function isInstant(text: string): boolean {
  const [, day] = INSTANT.exec(text) ?? [];
  if (day === undefined || Number.isNaN(dateOf(text).getTime())) return false;
  // What sorts as text has a year of four digits.
  const isInRange = /^\d{4}-/.test(dateOf(text).toISOString());
  return isInRange && new Date(day).toISOString().startsWith(day);
}

/** How many at once, clamped to 1 and `most`; `usual` where nobody says. */
export const limitUpTo = (most: number, usual: number) =>
  v.optional(
    v.pipe(
      WholeNumber,
      v.transform((limit) => Math.min(Math.max(limit, 1), most)),
    ),
    usual,
  );

/** The part of a list's input that every list shares: a page size (clamped to 1-200) and where to go on. */
export const PageInput = {
  limit: limitUpTo(MAX_PAGE, 50),
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
