import ENGLISH from "./en-us.ts";
import type { Message, Messages } from "./format.ts";
import type { Locale } from "./locale.ts";
import type { ParamNames } from "./params.ts";

type English = typeof ENGLISH;
export type Namespace = keyof English;

/** What names a text: its area, a dot, and its key in there. */
export type TextKey = { [A in Namespace]: `${A}.${keyof English[A] & string}` }[Namespace];

/** What schemas say. Browsers load this area (`en-us-fields.ts`) and no other. */
export type FieldKey = keyof English["fields"];

/** The English text of a key, by which its parameters are known. */
export type TextOf<Key extends TextKey> = Key extends `${infer A extends Namespace}.${infer Name}`
  ? Name extends keyof English[A]
    ? English[A][Name] & string
    : never
  : never;

/** The keys of texts that have no parameters. */
export type PlainKey = {
  [Key in TextKey]: [ParamNames<TextOf<Key>>] extends [never] ? Key : never;
}[TextKey];

/** Every language has every text. */
const CATALOGUES: Record<Locale, { [A in Namespace]: Record<keyof English[A], string> }> = {
  "en-US": ENGLISH,
};

/** Whether a word names a text. */
export function isTextKey(word: string): word is TextKey {
  const [namespace = "", name = ""] = word.split(".");
  if (!Object.hasOwn(ENGLISH, namespace)) return false;
  return word === `${namespace}.${name}` && Object.hasOwn(ENGLISH[namespace as Namespace], name);
}

/** @throws Error for a key that there is not */
export function messageOf(locale: Locale, key: TextKey): Message {
  const word: string = key;
  if (!isTextKey(word)) throw new Error(`No text ${word} in ${locale}`);
  const [namespace = "", name = ""] = word.split(".");
  const messages: Messages = CATALOGUES[locale][namespace as Namespace];
  const message = messages[name];
  if (message === undefined) throw new Error(`No text ${word} in ${locale}`);
  return message;
}
