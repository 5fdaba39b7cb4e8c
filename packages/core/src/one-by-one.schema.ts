import * as v from "valibot";
import { Id } from "./page.schema.ts";

const MOST_AT_ONCE = 100;

/** The ids of records that are changed in one call. */
export const changedIds = (one: string, many: string) =>
  v.pipe(
    v.array(Id),
    v.minLength(1, `Choose at least one ${one}`),
    v.maxLength(MOST_AT_ONCE, `Change at most ${MOST_AT_ONCE} ${many} at once`),
  );

/** What one of many refused; the others are changed all the same. */
export const Refused = v.object({
  id: v.number(),
  ok: v.literal(false),
  code: v.string(),
  message: v.string(),
});
