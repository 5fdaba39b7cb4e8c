/** The languages that the catalogue has, as BCP 47 tags. */
export const LOCALES = ["en-US"] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "en-US";

type Wanted = { tag: string; weight: number };

/** One entry of the header, e.g. `de-CH;q=0.8`. Weight 1 where none is given. */
function readEntry(entry: string): Wanted {
  const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
}

/** A language without a region takes the first locale of that language. */
const localeOfTag = (tag: string) =>
  LOCALES.find((locale) => locale.toLowerCase() === tag) ??
  LOCALES.find((locale) => locale.slice(0, 2).toLowerCase() === tag.slice(0, 2));

/**
 * The language that a reader prefers among those of the catalogue (RFC 9110 12.5.4).
 *
 * @param acceptLanguage the header; null or undefined where the request has none
 */
export function localeOf(acceptLanguage: string | null | undefined): Locale {
  const wanted = (acceptLanguage ?? "").split(",").map(readEntry);
  const best = wanted
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => localeOfTag(tag))
    .find((locale) => locale !== undefined);
  return best ?? DEFAULT_LOCALE;
}
