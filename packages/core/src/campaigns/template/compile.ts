import { say, type Text } from "@thaw/text/say";
import { readTag } from "./tag.ts";
import { TEMPLATE_LIMITS, type Template, type TemplateNode } from "./template.ts";
import { isBuiltInVariable, variableName } from "./variable.schema.ts";

/** `line` and `column` count from 1. */
export type TemplateError = { problem: Text; line: number; column: number };
export type CompiledTemplate = { ok: true; template: Template } | ({ ok: false } & TemplateError);

/** What is wrong with a template, and where. */
export const faultText = ({ problem, line, column }: TemplateError): Text =>
  say("fields.templateFault", { problem, line, column });

/** A brace that is open; the first frame is the template itself. `depth` is that of the spintax inside. */
type Frame = { at: number; options: TemplateNode[][]; nodes: TemplateNode[]; depth: number };

type Reading = {
  source: string;
  at: number;
  frames: Frame[];
  inner: Frame;
  groups: number;
  variables: Set<string>;
  isKnown: (name: string) => boolean;
};

class Problem extends Error {
  readonly text: Text;
  readonly at: number;

  constructor(text: Text, at: number) {
    super(text.key);
    this.text = text;
    this.at = at;
  }
}

/**
 * Reads a template once, from left to right, into what `renderTemplate` takes.
 * `knownNames`: the custom fields that may be used besides the built-in variables, however spelled.
 * `anyName`: takes every well-formed name, for sending what a launch check has let through.
 */
export function compileTemplate(
  source: string,
  { knownNames = [], anyName = false }: { knownNames?: Iterable<string>; anyName?: boolean } = {},
): CompiledTemplate {
  const known = new Set(Array.from(knownNames, variableName));
  try {
    const template = read(source, (name) => anyName || known.has(name) || isBuiltInVariable(name));
    return { ok: true, template };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const before = source.slice(0, error.at);
    const line = before.split("\n").length;
    const column = error.at - before.lastIndexOf("\n");
    return { ok: false, problem: error.text, line, column };
  }
}

function read(source: string, isKnown: Reading["isKnown"]): Template {
  if (source.length > TEMPLATE_LIMITS.characters) {
    throw new Problem(
      say("fields.templateTooLarge", { most: TEMPLATE_LIMITS.characters }),
      TEMPLATE_LIMITS.characters,
    );
  }
  const inner: Frame = { at: 0, options: [], nodes: [], depth: 0 };
  const variables = new Set<string>();
  const reading: Reading = { source, at: 0, frames: [inner], inner, groups: 0, variables, isKnown };
  const special = /[\\{}|]/g;
  while (reading.at < source.length) {
    special.lastIndex = reading.at;
    const next = special.exec(source)?.index ?? source.length;
    addText(reading.inner.nodes, source.slice(reading.at, next));
    reading.at = next;
    if (next < source.length) readSpecial(reading);
  }
  // The outermost: whatever is still open inside it was opened by the same slip.
  const open = reading.frames[1];
  if (open !== undefined) {
    const brace = source.startsWith("{{", open.at) ? "{{" : "{";
    throw new Problem(say("fields.templateUnclosed", { brace }), open.at);
  }
  return { nodes: inner.nodes, variables: [...variables] };
}

function readSpecial(reading: Reading): void {
  const { source, at, inner } = reading;
  switch (source.charAt(at)) {
    case "\\":
      return readEscape(reading);
    case "{": {
      const end = tagEnd(source, at);
      return end === undefined ? openGroup(reading) : addTag(reading, end);
    }
    case "}":
      return closeGroup(reading);
    default:
      reading.at += 1;
      if (reading.frames.length === 1) return addText(inner.nodes, "|");
      inner.options.push(inner.nodes);
      inner.nodes = [];
      if (inner.options.length >= TEMPLATE_LIMITS.optionsPerGroup) {
        const most = TEMPLATE_LIMITS.optionsPerGroup;
        throw new Problem(say("fields.templateOptions", { most }), inner.at);
      }
  }
}

function readEscape(reading: Reading): void {
  const next = reading.source[reading.at + 1];
  const isEscape = next === "{" || next === "}" || next === "|";
  addText(reading.inner.nodes, isEscape ? next : "\\");
  reading.at += isEscape ? 2 : 1;
}

/** Where the `}}` of a tag that starts here stands; undefined when the braces mean groups: `{{a|b} c|d}`. */
function tagEnd(source: string, at: number): number | undefined {
  if (source[at + 1] !== "{") return undefined;
  const brace = /\\[{}|]|[{}]/g;
  brace.lastIndex = at + 2;
  let found = brace.exec(source);
  while (found !== null && found[0].length === 2) found = brace.exec(source);
  return found !== null && source.startsWith("}}", found.index) ? found.index : undefined;
}

function addTag(reading: Reading, end: number): void {
  const node = readTag(reading.source.slice(reading.at + 2, end), reading.isKnown);
  if ("problem" in node) throw new Problem(node.problem, reading.at);
  if (node.kind === "variable") reading.variables.add(node.name);
  reading.inner.nodes.push(node);
  reading.at = end + 2;
}

function openGroup(reading: Reading): void {
  if (reading.frames.length > TEMPLATE_LIMITS.braceDepth) {
    const most = TEMPLATE_LIMITS.braceDepth;
    throw new Problem(say("fields.templateBraces", { most }), reading.at);
  }
  reading.inner = { at: reading.at, options: [], nodes: [], depth: 0 };
  reading.frames.push(reading.inner);
  reading.at += 1;
}

function closeGroup(reading: Reading): void {
  reading.at += 1;
  if (reading.frames.length === 1) return addText(reading.inner.nodes, "}");
  const closed = reading.inner;
  reading.frames.pop();
  const outer = reading.frames.at(-1) ?? closed;
  reading.inner = outer;
  if (closed.options.length === 0) {
    // No pipe: literal text with its braces, which is what CSS looks like.
    addText(outer.nodes, "{");
    for (const node of closed.nodes) addNode(outer.nodes, node);
    addText(outer.nodes, "}");
    outer.depth = Math.max(outer.depth, closed.depth);
    return;
  }
  const depth = closed.depth + 1;
  if (depth > TEMPLATE_LIMITS.spintaxDepth) {
    const most = TEMPLATE_LIMITS.spintaxDepth;
    throw new Problem(say("fields.templateSpintax", { most }), closed.at);
  }
  outer.depth = Math.max(outer.depth, depth);
  const options = [...closed.options, closed.nodes];
  outer.nodes.push({ kind: "choice", position: reading.groups, options });
  reading.groups += 1;
}

function addNode(nodes: TemplateNode[], node: TemplateNode): void {
  if (typeof node === "string") addText(nodes, node);
  else nodes.push(node);
}

function addText(nodes: TemplateNode[], text: string): void {
  if (text === "") return;
  const last = nodes.length - 1;
  const before = nodes[last];
  if (typeof before === "string") nodes[last] = before + text;
  else nodes.push(text);
}
