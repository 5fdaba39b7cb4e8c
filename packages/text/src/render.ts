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
  const message = renderText(locale, error.text);
  return error.fields ? { message, fields: renderFields(locale, error.fields) } : { message };
}

function renderFields(locale: Locale, fields: Fields): Record<string, string[]> {
  const rendered = Object.entries(fields).map(([name, texts]): [string, string[]] => [
    name,
    texts.map((text) => renderText(locale, text)),
  ]);
  return Object.fromEntries(rendered);
}

/** The keys of an error's texts, for programs: they stay when a text is reworded or translated. */
export function keysOf({ text, fields }: { text: Text; fields?: Fields | undefined }): {
  key: string;
  field_keys?: Record<string, string[]>;
} {
  if (!fields) return { key: text.key };
  const keys = Object.entries(fields).map(([name, texts]): [string, string[]] => [
    name,
    texts.map(({ key }) => key),
  ]);
  return { key: text.key, field_keys: Object.fromEntries(keys) };
}
