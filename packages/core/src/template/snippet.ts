const SNIPPET_LENGTH = 150;

/** A plain text in one line for a list: spaces collapsed, cut after 150 characters with an ellipsis. */
export function previewSnippet(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = Array.from(line.slice(0, 2 * SNIPPET_LENGTH + 2));
  if (characters.length <= SNIPPET_LENGTH) return line;
  return `${characters.slice(0, SNIPPET_LENGTH).join("")}…`;
}
