import { compileTemplate } from "@thaw/core/template/compile";

const EMPTY_LINE = /<p><\/p>/g;
const STORED_EMPTY_LINE = /<p><br\s*\/?><\/p>/g;

/** What the editor made, as it is sent: mail readers give a paragraph without content no height. */
export function toStoredHtml(html: string): string {
  return html === "<p></p>" ? "" : html.replace(EMPTY_LINE, "<p><br></p>");
}

/** The other way: the editor would take the line break for a second line. */
export function toEditorHtml(html: string): string {
  return html.replace(STORED_EMPTY_LINE, "<p></p>");
}

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " ",
  "&quot;": '"',
};

/** The first text of a mail in one line, for the list of steps. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:amp|lt|gt|nbsp|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}

export type TemplateProblem = {
  /** What is wrong, with line and column. */
  error: string;
  /** The words at that place; line and column mean little to whoever writes without seeing HTML. */
  near: string;
};

const NEAR_LENGTH = 40;

/** What is wrong with a subject or a body, if anything. `names`: the custom fields that leads have. */
export function templateProblem(
  source: string,
  names: readonly string[],
): TemplateProblem | undefined {
  const compiled = compileTemplate(source, { knownNames: names });
  if (compiled.ok) return undefined;
  const before = source.split("\n").slice(0, compiled.line - 1);
  const offset = before.reduce((sum, line) => sum + line.length + 1, 0) + compiled.column - 1;
  const near = textOfHtml(source.slice(offset, offset + 4 * NEAR_LENGTH)).slice(0, NEAR_LENGTH);
  return { error: compiled.error, near };
}
