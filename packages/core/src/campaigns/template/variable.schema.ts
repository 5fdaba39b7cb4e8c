import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { LEAD_FIELDS } from "../../leads/lead/lead.schema.ts";

/** What is known of every lead; custom fields come on top. */
export const LEAD_VARIABLES = [...LEAD_FIELDS, "category"] as const;

export const SENDER_VARIABLES = [
  "sender_name",
  "sender_first_name",
  "sender_email",
  "signature",
] as const;

/** Every name that a template may use without a custom field of that name. */
export const BUILT_IN_VARIABLES = [
  ...LEAD_VARIABLES,
  ...SENDER_VARIABLES,
  "unsubscribe_link",
  "today",
] as const;

/** The one spelling of a name: lower case, spaces as underscores. "First  Name" is first_name. */
export function variableName(written: string): string {
  return written.trim().toLowerCase().replace(/\s+/g, "_");
}

const BUILT_IN = new Set<string>(BUILT_IN_VARIABLES);

export function isBuiltInVariable(written: string): boolean {
  return BUILT_IN.has(variableName(written));
}

/** The name of a custom field, as an import or a form gives it; comes out in its one spelling. */
export const CustomFieldName = v.pipe(
  v.string(issueText("fieldNameMissing")),
  v.trim(),
  v.nonEmpty(issueText("fieldNameMissing")),
  v.maxLength(60, boundText("fieldNameTooLong")),
  v.regex(/^[A-Za-z0-9_ ]+$/, issueText("fieldNameCharacters")),
  v.transform(variableName),
  v.check((name) => name !== "date" && !BUILT_IN.has(name), issueText("fieldNameTaken")),
);
