import type * as v from "valibot";

const REQUIRED = "This field is required";

const KINDS: Readonly<Record<string, string>> = {
  string: "Give a text",
  number: "Give a number",
  boolean: "Say true or false",
  array: "Give a list",
  object: "Give an object",
  strict_object: "Give an object",
  record: "Give an object",
  integer: "Give a whole number",
  safe_integer: "This number is too large",
  non_empty: "This cannot be empty",
  url: "Give a web address",
};

/** What is wrong with a value for which a schema has no words of its own, for whoever calls the API. */
export function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.received === "undefined") return REQUIRED;
  if (issue.expected === "never") return "There is no such field";
  return (
    choicesOf(issue) ??
    boundOf(issue) ??
    eitherOf(issue) ??
    KINDS[issue.type] ??
    "This is not possible here"
  );
}

/** Of a value that may be one of several things: what each of them misses; of a list, what its entries miss. */
function eitherOf({ type, issues }: v.BaseIssue<unknown>): string | undefined {
  if (type !== "union" || !issues) return undefined;
  const inside = issues.filter(({ path }) => path !== undefined);
  const said = (inside.length > 0 ? inside : issues).map(({ message }) => message);
  const [first, ...others] = new Set(said);
  return [first, ...others.map((one) => one.charAt(0).toLowerCase() + one.slice(1))].join(", or ");
}

/** Where only certain words will do, all of them. */
function choicesOf({ type, expected }: v.BaseIssue<unknown>): string | undefined {
  if (!/^(picklist|literal|variant)$/.test(type) || expected === null) return undefined;
  const words = expected.replace(/[()"]/g, "").split(" | ");
  return words.length === 1 ? `This has to be ${words[0]}` : `Give one of ${words.join(", ")}`;
}

function boundOf({ type, requirement, input }: v.BaseIssue<unknown>): string | undefined {
  const what = Array.isArray(input) ? "entries" : "characters";
  switch (type) {
    case "min_value":
      return `Give at least ${String(requirement)}`;
    case "max_value":
      return `Give at most ${String(requirement)}`;
    case "min_length":
      return `Give at least ${String(requirement)} ${what}`;
    case "max_length":
      return `Give at most ${String(requirement)} ${what}`;
    default:
      return undefined;
  }
}
