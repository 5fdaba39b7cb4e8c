import { hash32, mix32 } from "../../seeded-hash.ts";
import { renderDate } from "./date-helper.ts";
import type { ChoiceNode, Template, TemplateNode, VariableNode } from "./template.ts";
import { variableName } from "./variable.schema.ts";

const SUBJECT_LENGTH = 255;
/** Ours, not the lead's: they hold markup or a link that must stay whole. */
const READY_MADE = new Set(["signature", "unsubscribe_link"]);
/** Keeps a subject's first group from always agreeing with the body's first group. */
const SUBJECT_GROUPS = 1 << 20;

export type RenderMode = "html" | "text" | "subject";
/** What spintax choices hang on: the same three give the same text, so a preview equals the mail. */
export type RenderSeed = { leadId: number | string; stepId: number | string; variant: string };

export type RenderContext = {
  /** Made by `templateValues`. */
  values: ReadonlyMap<string, string>;
  mode: RenderMode;
  seed: RenderSeed;
  /** Epoch milliseconds: when the mail leaves. */
  now: number;
  /** IANA name: the campaign's. */
  timezone: string;
  /** For names of months and weekdays; en-US when absent. */
  locale?: string;
};

/** `missing`: the variables that had neither value nor fallback, in the text that was chosen. */
export type Rendered = { text: string; missing: readonly string[] };

type Run = { context: RenderContext; seed: number; escapes: boolean; missing: string[] };

/**
 * The values of a template's variables under their one spelling. Later sources win; blank values
 * count as absent. Give custom fields first, then the lead's own fields, then the sender's.
 */
export function templateValues(
  ...sources: readonly Readonly<Record<string, string | null | undefined>>[]
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const source of sources) {
    for (const name of Object.keys(source)) {
      const value = source[name];
      if (value !== null && value !== undefined && value.trim() !== "") {
        values.set(variableName(name), value);
      }
    }
  }
  return values;
}

/**
 * The text of a mail's part. HTML mode escapes values; a fallback is the author's own text and is
 * taken as written. A subject loses line breaks and everything after 255 characters.
 * @throws RangeError for a timezone that does not exist, when the template has a date
 */
export function renderTemplate(template: Template, context: RenderContext): Rendered {
  const { leadId, stepId, variant } = context.seed;
  const run: Run = {
    context,
    seed: hash32(leadId, stepId, variant) + (context.mode === "subject" ? SUBJECT_GROUPS : 0),
    escapes: context.mode === "html",
    missing: [],
  };
  const text = renderNodes(template.nodes, run);
  return {
    text: context.mode === "subject" ? asSubject(text) : text,
    missing: run.missing,
  };
}

function renderNodes(nodes: readonly TemplateNode[], run: Run): string {
  let text = "";
  for (const node of nodes) {
    if (typeof node === "string") text += node;
    else if (node.kind === "variable") text += renderVariable(node, run);
    else if (node.kind === "choice") text += renderNodes(chosen(node, run.seed), run);
    else text += renderDate(node, run.context);
  }
  return text;
}

function renderVariable(node: VariableNode, run: Run): string {
  const value = run.context.values.get(node.name);
  if (value !== undefined) {
    return run.escapes && !READY_MADE.has(node.name) ? escapeHtml(value) : value;
  }
  if (node.fallback !== undefined) return node.fallback;
  if (!run.missing.includes(node.name)) run.missing.push(node.name);
  return "";
}

function chosen(node: ChoiceNode, seed: number): readonly TemplateNode[] {
  const hash = mix32(seed + Math.imul(node.position + 1, 0x9e3779b9));
  return node.options[hash % node.options.length] ?? [];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(value: string): string {
  // Most values need nothing, and a test is cheaper than a replacement.
  return /[&<>"']/.test(value)
    ? value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
    : value;
}

function asSubject(text: string): string {
  const line = text.replace(/[\r\n]+/g, "");
  if (line.length <= SUBJECT_LENGTH) return line;
  // Half of a surrogate pair is no character.
  return line.slice(0, SUBJECT_LENGTH).replace(/[\ud800-\udbff]$/, "");
}
