import { boundText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { Id, MAX_PAGE, WholeNumber } from "../../page.schema.ts";

/** How far a list by offset goes. */
export const MAX_OFFSET = 10_000;

const oneOf = <Schema extends v.GenericSchema>(value: Schema) => ({
  _eq: v.optional(value),
  _in: v.optional(v.pipe(v.array(value), v.maxLength(MAX_PAGE))),
});
const Word = v.pipe(v.string(), v.maxLength(254));
/** `_ilike` is a pattern of SQL without regard to case: % any text, _ one character. */
const text = v.strictObject({ ...oneOf(Word), _ilike: v.optional(Word) });

export const FindMembers = v.strictObject({
  offset: v.optional(
    v.pipe(WholeNumber, v.minValue(0), v.maxValue(MAX_OFFSET, boundText("offsetMost"))),
    0,
  ),
  limit: v.optional(v.pipe(WholeNumber, v.minValue(1), v.maxValue(MAX_PAGE))),
  order: v.optional(v.picklist(["asc", "desc"]), "asc"),
  /** Every condition has to hold. */
  where: v.optional(
    v.strictObject({
      id: v.optional(v.strictObject(oneOf(Id))),
      name: v.optional(text),
      email: v.optional(text),
      role: v.optional(text),
      status: v.optional(text),
    }),
    {},
  ),
});
export type MemberFilter = v.InferOutput<typeof FindMembers>["where"];
