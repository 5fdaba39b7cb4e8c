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
