import type { FieldKey, TextOf } from "./catalogue.ts";
import type { ParamNames } from "./params.ts";
import type { ParamsGiven } from "./say.ts";
import { lineOf, type Params } from "./say.ts";

/** What a schema says of a bad value, as a message of valibot: `v.nonEmpty(issueText("tagNameMissing"))`. */
export function issueText<Key extends FieldKey>(
  key: Key,
  ...[params]: ParamsGiven<`fields.${Key}`>
): string {
  return lineOf({ key: `fields.${key}`, params: (params ?? {}) as Params });
}

/** The texts whose one parameter is the bound of the failed check. */
type BoundKey = {
  [Key in FieldKey]: [ParamNames<TextOf<`fields.${Key}`>>] extends [never]
    ? never
    : [ParamNames<TextOf<`fields.${Key}`>>] extends ["requirement"]
      ? Key
      : never;
}[FieldKey];

/** The same of a text that names the bound: `v.maxLength(100, boundText("nameTooLong"))`. */
export const boundText =
  (key: BoundKey) =>
  ({ requirement }: { requirement: number }): string =>
    lineOf({ key: `fields.${key}`, params: { requirement } });
