type Entry = {
  label?: string | undefined;
  description?: string | undefined;
  keywords?: string | string[];
};

/** Fewer letters are in nearly every name: they are looked for at the beginnings of words alone. */
const LONG_ENOUGH = 3;

const has = (text: string, word: string): boolean =>
  word.length >= LONG_ENOUGH ? text.includes(word) : ` ${text}`.includes(` ${word}`);

/** The entries whose name, description or keywords have every word that was typed; those whose name begins with it first. */
export function matching<Item extends Entry>(entries: readonly Item[], query: string): Item[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ label = "", description = "", keywords = "" }) => {
    const text = [label, description, keywords].flat().join(" ").toLowerCase();
    return words.every((word) => has(text, word));
  });
  const begins = ({ label = "" }: Item) => label.toLowerCase().startsWith(words[0] ?? "");
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}
