/**
 * Undoes format=flowed (RFC 3676): a line that ends in a blank goes on in the next one of the same quote depth. A change of
 * depth ends a paragraph (4.5), whatever the line ends in: so an answer right below a quotation stays a line of its own.
 *
 * @param deletesSpace DelSp=yes: the blank at the end is not a part of the text (4.2)
 */
export function unflow(text: string, deletesSpace: boolean): string {
  const paragraphs: { depth: number; text: string; isOpen: boolean }[] = [];
  for (const raw of text.split("\n")) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    const depth = /^>*/.exec(line)?.[0].length ?? 0;
    // 4.4: one blank at the beginning was stuffed there.
    const own = line.slice(depth).replace(/^ /, "");
    // 4.3: the separator of a signature ends in a blank and is fixed.
    const isOpen = own.endsWith(" ") && own !== "-- ";
    const added = isOpen && deletesSpace ? own.slice(0, -1) : own;
    const last = paragraphs.at(-1);
    if (last?.isOpen && last.depth === depth && own !== "-- ") {
      last.text += added;
      last.isOpen = isOpen;
    } else {
      paragraphs.push({ depth, text: added, isOpen });
    }
  }
  return paragraphs
    .map(({ depth, text: own }) => (depth > 0 ? `${">".repeat(depth)} ${own}`.trimEnd() : own))
    .join("\n");
}
