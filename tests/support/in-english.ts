import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { renderText } from "@thaw/text/render";
import { textOfLine } from "@thaw/text/say";
import * as v from "valibot";

/** What a schema says, in English. */
export const inEnglish = (line: string): string => renderText(DEFAULT_LOCALE, textOfLine(line));

/** What a schema says of each field, in English. */
export function fieldsInEnglish(
  issues: [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]],
): Record<string, string[]> {
  const nested = v.flatten(issues).nested as Record<string, string[]>;
  return Object.fromEntries(
    Object.entries(nested).map(([name, lines]) => [name, lines.map(inEnglish)]),
  );
}
