import { issueText } from "@thaw/text/issue-text";
import { lineOf, say, type Text, textOfLine } from "@thaw/text/say";
import type * as v from "valibot";

const KINDS: Readonly<Record<string, string>> = {
  string: issueText("text"),
  number: issueText("number"),
  boolean: issueText("trueOrFalse"),
  array: issueText("list"),
  object: issueText("object"),
  strict_object: issueText("object"),
  record: issueText("object"),
  integer: issueText("giveWholeNumber"),
  safe_integer: issueText("numberTooLarge"),
  non_empty: issueText("empty"),
  url: issueText("url"),
};

/** What is wrong with a value for which a schema has no text of its own, as the line of a text. */
export function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.received === "undefined") return issueText("required");
  if (issue.expected === "never") return issueText("noSuchField");
  return (
    choicesOf(issue) ??
    boundOf(issue) ??
    eitherOf(issue) ??
    KINDS[issue.type] ??
    issueText("impossible")
  );
}

/** Of a value that may be one of several things: what each of them misses; of a list, what its entries miss. */
function eitherOf({ type, issues }: v.BaseIssue<unknown>): string | undefined {
  if (type !== "union" || !issues) return undefined;
  const inside = issues.filter(({ path }) => path !== undefined);
  const lines = new Set((inside.length > 0 ? inside : issues).map(({ message }) => message));
  const either = (one: Text, other: Text) => say("fields.either", { one, other });
  return lineOf([...lines].map(textOfLine).reduce(either));
}

/** Where only certain words will do, all of them. */
function choicesOf({ type, expected }: v.BaseIssue<unknown>): string | undefined {
  if (!/^(picklist|literal|variant)$/.test(type) || expected === null) return undefined;
  const words = expected.replace(/[()"]/g, "").split(" | ");
  return words.length === 1
    ? issueText("hasToBe", { word: words.join() })
    : issueText("oneOf", { words: words.join(", ") });
}

function boundOf({ type, requirement, input }: v.BaseIssue<unknown>): string | undefined {
  const bound = { requirement: String(requirement) };
  const isList = Array.isArray(input);
  switch (type) {
    case "min_value":
      return issueText("valueLeast", bound);
    case "max_value":
      return issueText("valueMost", bound);
    case "min_length":
      return issueText(isList ? "entriesLeast" : "lengthLeast", bound);
    case "max_length":
      return issueText(isList ? "listMost" : "lengthMost", bound);
    default:
      return undefined;
  }
}
