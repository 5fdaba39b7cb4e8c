import { compileTemplate } from "@thaw/core/campaigns/template/compile";

/**
 * What the editor made, as it is sent: a line is a `div`, as people's mail programs write it, and an empty one holds a
 * break, or mail readers give it no height.
 */
export function toStoredHtml(html: string): string {
  return html === "<div></div>" ? "" : html.replaceAll("<div></div>", "<div><br></div>");
}

/** The other way. Paragraphs that came by the API stand apart; the editor shows that as an empty line between them. */
export function toEditorHtml(html: string): string {
  return html
    .replace(/<(div|p)><br\s*\/?><\/\1>/g, "<$1></$1>")
    .replace(/<\/p>\s*(?=<p[\s>])/g, "</p><div></div>");
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
    .replace(/<[^<>]*>/g, " ")
    .replace(/&(?:amp|lt|gt|nbsp|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}

export type TemplateProblem = {
  /** What is wrong; with line and column where there are no words to find it by. */
  error: string;
  /** The words at that place; line and column mean little to anyone who writes without seeing HTML. */
  near: string;
};

/** Where a template is wrong: of use to programs alone. */
export const PLACE = / at line \d+, column \d+$/;

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
  const rest = textOfHtml(source.slice(offset, offset + 4 * NEAR_LENGTH));
  const near = rest.length > NEAR_LENGTH ? `${rest.slice(0, NEAR_LENGTH).trim()}…` : rest;
  return { error: near ? compiled.error.replace(PLACE, "") : compiled.error, near };
}

/** A mail as lines of text, for a language model. */
export function linesOfHtml(html: string): string {
  return html
    .split(/<br\s*\/?>\s*<\/(?:div|p)>|<\/(?:div|p|li)>|<br\s*\/?>/)
    .map((line) => textOfHtml(line.replace(/<[^<>]*>/g, "")))
    .join("\n")
    .trim();
}

/** Lines of text as a mail: nothing in them is markup. */
export function htmlOfText(text: string): string {
  const escaped = text
    .trim()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  return escaped
    .split(/\r?\n/)
    .map((line) => `<div>${line || "<br>"}</div>`)
    .join("");
}
