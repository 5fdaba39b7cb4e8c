import type { TextKey, TextOf } from "./catalogue.ts";
import type { ParamNames } from "./params.ts";

/** A text by its key in the catalogue. Each reader gets it in their own language. */
export type Text = { key: TextKey; params?: Params };

/** A text among the parameters is rendered first: several are sentences one after the other, or the entries of a list. */
export type Param = string | number | Text | readonly Text[] | { list: readonly Text[] };
export type Params = Readonly<Record<string, Param>>;

/** The parameters that a text needs as the rest of an argument list: none, or an object with all of them. */
export type ParamsGiven<Key extends TextKey, Known extends string = never> = [
  Exclude<ParamNames<TextOf<Key>>, Known>,
] extends [never]
  ? [params?: undefined]
  : [params: Readonly<Record<Exclude<ParamNames<TextOf<Key>>, Known>, Param>>];

/** A text of the catalogue, e.g. `say("tag.most", { most: 100 })`. */
export function say<Key extends TextKey>(key: Key, ...[params]: ParamsGiven<Key>): Text {
  return params === undefined ? { key } : { key, params };
}

/** A text as one line, for logs and for messages of valibot: the key, and its parameters as JSON. */
export function lineOf({ key, params }: Text): string {
  return params === undefined || Object.keys(params).length === 0
    ? key
    : `${key} ${JSON.stringify(params)}`;
}

/** The text of a line that `lineOf` has made. */
export function textOfLine(line: string): Text {
  const at = line.indexOf(" ");
  if (at === -1) return { key: line as TextKey };
  return { key: line.slice(0, at) as TextKey, params: JSON.parse(line.slice(at + 1)) as Params };
}
