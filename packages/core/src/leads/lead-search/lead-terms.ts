import { SECTION, searchedOf } from "../lead/lead-record.ts";

/** Of an address, a name and a company of ordinary length no word is left out by this. */
const MOST_TERMS = 40;

/** Where a word begins: anywhere in scripts that put no space between words. */
const STARTS =
  /(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}]|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/gu;
const EDGES = /^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu;

type Searched = Parameters<typeof searchedOf>[0] & { searched?: string | undefined };

/**
 * What a lead is found by: its text from the beginning of each word to the next space. "Ada", "ada.b@berg.example" and
 * "Berg AG" give "ada.b@berg.example", "b@berg.example", "berg.example" and "ag": what begins another one needs no place of
 * its own. The last part of a domain, which half of all leads share, is none.
 *
 * Postings are found again by this when they have to go. Anyone who changes it raises the version of their entity, and has all
 * leads indexed anew.
 */
export function termsOf(lead: Searched): string[] {
  const [known = "", ...others] = (lead.searched ?? searchedOf(lead)).split(SECTION);
  const [address = "", ...lines] = known.split("\n");
  const dot = address.lastIndexOf(".");
  const own = dot > address.lastIndexOf("@") ? address.slice(0, dot) : address;
  const found = [...termsIn(own, address), ...lines.flatMap((line) => termsIn(line, line))];
  // What single campaigns know differently leaves no word of the lead's own out.
  const differing = others.flatMap((part) =>
    part
      .split("\n")
      .flatMap((line) => termsIn(line, line))
      .slice(0, MOST_TERMS),
  );
  const sorted = [...found.slice(0, MOST_TERMS), ...differing].sort();
  return sorted.filter((term, at) => !sorted[at + 1]?.startsWith(term));
}

/** @param begin of the text, where alone terms begin */
function termsIn(begin: string, text: string): string[] {
  return [...begin.matchAll(STARTS)].map(({ index }) => {
    const [term = ""] = text.slice(index).split(/\s/, 1);
    return term;
  });
}

/** A word of a search without what stands around it; "!" stays, and is found nowhere. */
export const bareWord = (word: string) => word.replace(EDGES, "") || word;

/** Whether a lead has every word, each at the beginning of one of its own. */
export function hasWords(lead: Searched, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const terms = termsOf(lead);
  return words.every((word) => terms.some((term) => term.startsWith(word)));
}
