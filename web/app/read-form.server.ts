import { AppError } from "@thaw/core/error";
import { readAtMost } from "@thaw/core/read-at-most";
import type { Locale } from "@thaw/text/locale";
import { renderText } from "@thaw/text/render";
import { textOfLine } from "@thaw/text/say";
import type { GenericSchema } from "valibot";
import { validate } from "./validation.ts";

/** What a visitor sends at most: the answer of a passkey, a few thousand characters long, is the largest. */
const VISITOR_BYTES = 64 * 1024;
/** A block list of 200,000 characters, each of them three bytes of UTF-8 written as `%E2%82%AC`. */
const USER_BYTES = 2 * 1024 * 1024;
/** A change of the 400 leads that one call takes names each of them in a field. */
const MOST_FIELDS = 500;
const LONGEST_NAME = 100;
/** `custom_fields[3].value` has three. */
const MOST_LEVELS = 5;

const TYPE = /^application\/x-www-form-urlencoded\b/i;
const NAME = /^[a-z_][\w-]*(?:\.[a-z_][\w-]*|\[\d{1,3}\])*$/i;
const LEVEL = /[\w-]+/g;
/** A function's prototype, and Conform's own names, which the browser alone uses. */
const RESERVED = new Set(["prototype", "__intent__", "__state__"]);
/** Conform takes what every object has (its prototype, `toString`) for a value that was sent before, and gives it back. */
const isReserved = (level: string) => RESERVED.has(level) || level in Object.prototype;

/** A form as it was sent: text alone, since files go to the bucket. */
export type Form = URLSearchParams;

/**
 * The fields of a form, of a length and shape that forms of ours have: whatever is made of them, the arrays of Conform too,
 * is no larger than the form itself.
 *
 * @param from a visitor's forms are small
 * @throws AppError too_large, invalid
 */
export async function readForm(request: Request, from: "visitor" | "user"): Promise<Form> {
  if (!TYPE.test(request.headers.get("content-type") ?? "")) throw unreadable();
  const maxBytes = from === "visitor" ? VISITOR_BYTES : USER_BYTES;
  const bytes = await readAtMost(request, maxBytes);
  if (!bytes) throw new AppError("too_large", "request.formTooLarge");
  // Counted before anything is made of them.
  if (countFields(bytes) > MOST_FIELDS) throw unreadable();
  const form = new URLSearchParams(bytes.toString());
  const names = new Set(form.keys());
  if (![...names].every(isOfOurs) || hasBrokenLists(names)) throw unreadable();
  return form;
}

/** The one place where a form that was sent is parsed. What is wrong is said in the language `locale`. */
export const parseForm = <Schema extends GenericSchema>(
  form: Form,
  schema: Schema,
  locale: Locale,
) => validate(form, schema, (line) => renderText(locale, textOfLine(line)));

const unreadable = () => new AppError("invalid", "request.formUnreadable");

function countFields(bytes: Buffer): number {
  let count = 1;
  for (
    let at = bytes.indexOf("&");
    at >= 0 && count <= MOST_FIELDS;
    at = bytes.indexOf("&", at + 1)
  ) {
    count += 1;
  }
  return count;
}

function isOfOurs(name: string): boolean {
  if (name.length > LONGEST_NAME || !NAME.test(name)) return false;
  const levels = name.match(LEVEL) ?? [];
  return levels.length <= MOST_LEVELS && !levels.some(isReserved);
}

/**
 * Conform makes an array as long as its highest index, and sends it back. A field by its name that stands in a list besides would
 * take the place of what arrays have, such as `map`.
 */
function hasBrokenLists(names: ReadonlySet<string>): boolean {
  const lists = new Map<string, Set<number>>();
  for (const name of names) {
    for (const { 1: index, index: at } of name.matchAll(/\[(\d+)\]/g)) {
      const list = name.slice(0, at);
      lists.set(list, (lists.get(list) ?? new Set()).add(Number(index)));
    }
  }
  const isInList = (name: string) =>
    [...name.matchAll(/\./g)].some(({ index }) => lists.has(name.slice(0, index)));
  const hasHoles = (indexes: Set<number>) => Math.max(...indexes) >= indexes.size;
  return [...lists.values()].some(hasHoles) || [...names].some(isInList);
}
