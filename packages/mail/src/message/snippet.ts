const SNIPPET_LENGTH = 150;

/** One line for a list: white space collapsed, cut at 150 characters with "…" when there is more. */
export function snippet(text: string): string {
  // Bounded before the work, with room for the white space that will go.
  const line = text
    .slice(0, 100 * SNIPPET_LENGTH)
    .replace(/[\s\u200b\u200c\ufeff]+/g, " ")
    .trim();
  const characters = Array.from(line.slice(0, 4 * SNIPPET_LENGTH));
  if (characters.length <= SNIPPET_LENGTH) return line;
  return `${characters.slice(0, SNIPPET_LENGTH).join("").trimEnd()}…`;
}
