import type { TextKey, TextOf } from "./catalogue.ts";
import type { Param } from "./say.ts";

/** What stands in braces may be a parameter, or the text of a plural, which has a space or "#". */
type Plain<Name extends string> = Name extends `${string} ${string}` | `#${string}` | `'${string}`
  ? never
  : Name;

type NameIn<Inside extends string> = Inside extends `${infer Name},${string}`
  ? Plain<Name>
  : Plain<Inside>;

/** The names of an ICU message's parameters. */
export type ParamNames<Message extends string> = Message extends `${infer Before}{${infer Rest}`
  ? Before extends `${string}'`
    ? ParamNames<Rest>
    : (Rest extends `${infer Inside}}${string}` ? NameIn<Inside> : never) | ParamNames<Rest>
  : never;

/** The parameters that a text needs as the rest of an argument list: none, or an object with all of them. */
export type ParamsGiven<Key extends TextKey, Known extends string = never> = [
  Exclude<ParamNames<TextOf<Key>>, Known>,
] extends [never]
  ? [params?: undefined]
  : [params: Readonly<Record<Exclude<ParamNames<TextOf<Key>>, Known>, Param>>];
