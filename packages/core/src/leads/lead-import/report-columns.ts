import { LOCALES, type Locale } from "@thaw/text/locale";
import { renderText } from "@thaw/text/render";
import { say } from "@thaw/text/say";

const COLUMNS = [
  say("leadFile.rowColumn"),
  say("leadFile.resultColumn"),
  say("leadFile.reasonColumn"),
];

/** What the file of rows that were left out has before the columns of the original. */
export const reportColumns = (locale: Locale): string[] =>
  COLUMNS.map((column) => renderText(locale, column));

/** Their names in every language: whoever imports such a file again may have another. They are no part of a lead. */
export const REPORT_COLUMNS: ReadonlySet<string> = new Set(LOCALES.flatMap(reportColumns));
