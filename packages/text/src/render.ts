import { messageOf } from "./catalogue.ts";
import type { Locale } from "./locale.ts";
import { renderWith } from "./render-with.ts";
import type { Text } from "./say.ts";

/** A text in a reader's language. @throws Error for a key that the catalogue lacks */
export const renderText = (locale: Locale, text: Text): string =>
  renderWith((key) => messageOf(locale, key), locale, text);

type Fields = Readonly<Record<string, readonly Text[]>>;

/** What a reader gets of an error: its text, and what it says of each field. */
export function renderError(
  locale: Locale,
  error: { text: Text; fields?: Fields | undefined },
): { message: string; fields?: Record<string, string[]> } {
  const render = (text: Text) => renderText(locale, text);
  const message = render(error.text);
  return error.fields ? { message, fields: eachField(error.fields, render) } : { message };
}

/** What a reader or a program gets of each field's texts. */
const eachField = (fields: Fields, of: (text: Text) => string): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts.map(of)]));

/** The keys of an error's texts, for programs: they stay when a text is reworded or translated. */
export function keysOf({ text, fields }: { text: Text; fields?: Fields | undefined }): {
  key: string;
  field_keys?: Record<string, string[]>;
} {
  return fields
    ? { key: text.key, field_keys: eachField(fields, ({ key }) => key) }
    : { key: text.key };
}
