import type { boundText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { Id } from "./page.schema.ts";

const MOST_AT_ONCE = 100;

/** The ids of records that are changed in one call; the texts are for none of them and for too many. */
export const changedIds = (none: string, tooMany: ReturnType<typeof boundText>) =>
  v.pipe(v.array(Id), v.minLength(1, none), v.maxLength(MOST_AT_ONCE, tooMany));

/** What one of many refused; the others are changed all the same. */
export const Refused = v.object({
  id: v.number(),
  ok: v.literal(false),
  code: v.string(),
  message: v.string(),
});
