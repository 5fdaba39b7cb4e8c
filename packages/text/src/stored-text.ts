import { isTextKey } from "./catalogue.ts";
import type { Locale } from "./locale.ts";
import { renderText } from "./render.ts";
import { type Text, textOfLine } from "./say.ts";

/** A text as somebody reads it, and its key where it is one of ours. */
export type ReadText = { text: string; key?: string };

/**
 * What a record keeps for people to read, in the language of whoever reads it: the line of a text, or words that stay as they are:
 * a server's, which `wordsToStore` has kept apart from lines, or a sentence of ours from before such lines.
 */
export function readStored(locale: Locale, stored: string): ReadText {
  const text = textIn(stored);
  if (text === undefined) return { text: stored.trimStart() };
  try {
    return { text: renderText(locale, text), key: text.key };
  } catch {
    return { text: stored };
  }
}

/**
 * Words of others as a record keeps them. A server may write what looks like a line of ours: a space before its words keeps
 * readers from taking them for one.
 */
export function wordsToStore(words: string): string {
  const [word = ""] = words.split(" ", 1);
  return isTextKey(word) ? ` ${words}` : words;
}

/** The text that a record keeps as a line; undefined for other words. */
export function textIn(stored: string): Text | undefined {
  const [word = ""] = stored.split(" ", 1);
  if (!isTextKey(word)) return undefined;
  try {
    return textOfLine(stored);
  } catch {
    return undefined;
  }
}
