import { say, type Text } from "@thaw/text/say";
import { type DateNode, type DateUnit, TEMPLATE_LIMITS, type VariableNode } from "./template.ts";
import { variableName } from "./variable.schema.ts";

const DEFAULT_FORMAT = "D MMMM YYYY";
const DATE_TAG = /^date(?:\s+"([^"]*)")?(?:\s+"([^"]*)")?$/;
const OFFSET = /^([+-])(\d{1,4})(d|w|m|bd)$/;
const NAME = /^[A-Za-z0-9_ ]+$/;

/** A tag that cannot be used; the compiler adds where it stands. */
export type TagProblem = { problem: Text };

/** Reads what stands between double braces. `isKnown` is asked for names in their one spelling. */
export function readTag(
  inner: string,
  isKnown: (name: string) => boolean,
): DateNode | VariableNode | TagProblem {
  const written = asTyped(inner);
  // Never a custom field: what a text means must not hang on which fields there are.
  if (/^date\s*($|["'+-])/i.test(written)) return readDate(written);
  return readVariable(inner, isKnown);
}

/** Editors store quotes and spaces in more than one way. */
function asTyped(inner: string): string {
  return inner
    .replace(/&quot;|[“”]/g, '"')
    .replace(/&nbsp;|\u00a0/g, " ")
    .trim();
}

function readDate(written: string): DateNode | TagProblem {
  const match = DATE_TAG.exec(`date${written.slice(4)}`);
  if (match === null) return { problem: say("fields.templateDate") };
  const [, offset, format = DEFAULT_FORMAT] = match;
  if (format.length > TEMPLATE_LIMITS.dateFormat) {
    return { problem: say("fields.templateDateFormat") };
  }
  if (offset === undefined) return { kind: "date", amount: 0, unit: "d", format };
  const [, sign, count, unit] = OFFSET.exec(offset) ?? [];
  const amount = Number(count);
  if (unit === undefined || amount > TEMPLATE_LIMITS.dateOffset) {
    return { problem: say("fields.templateDateOffset", { offset: short(offset) }) };
  }
  return { kind: "date", amount: sign === "-" ? -amount : amount, unit: unit as DateUnit, format };
}

function readVariable(
  inner: string,
  isKnown: (name: string) => boolean,
): DateNode | VariableNode | TagProblem {
  const pipe = firstPipe(inner);
  const written = asTyped(inner.slice(0, pipe));
  if (written === "") return { problem: say("fields.templateVariableEmpty") };
  if (!NAME.test(written)) {
    return { problem: say("fields.templateVariableName", { name: short(written) }) };
  }
  const name = variableName(written);
  if (name === "today") return { kind: "date", amount: 0, unit: "d", format: DEFAULT_FORMAT };
  if (!isKnown(name)) {
    return { problem: say("fields.templateVariableUnknown", { name: short(written) }) };
  }
  const fallback = pipe === undefined ? undefined : unescape(inner.slice(pipe + 1).trim());
  return { kind: "variable", name, fallback };
}

function firstPipe(inner: string): number | undefined {
  for (const { 0: found, index } of inner.matchAll(/\\[{}|]|\|/g)) {
    if (found === "|") return index;
  }
  return undefined;
}

function unescape(text: string): string {
  return text.replace(/\\([{}|])/g, "$1");
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
