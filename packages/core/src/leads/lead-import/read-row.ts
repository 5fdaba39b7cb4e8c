import { say, type Text } from "@thaw/text/say";
import { withoutGuard } from "../../csv-text.ts";
import {
  bareAddress,
  cleanValue,
  customBytes,
  isLeadEmail,
  type LeadDetails,
  MAX_CUSTOM_BYTES,
  MAX_CUSTOM_VALUE,
  MAX_LENGTH,
} from "../lead/lead.schema.ts";
import { type CsvRow, MAX_ROW_BYTES } from "./csv-block.ts";
import type { ColumnMapping } from "./map-columns.schema.ts";

export type ReadRow =
  | { row: number; details: LeadDetails }
  | { row: number; email: string; problem: Text };

const PROBLEMS: Record<NonNullable<CsvRow["problem"]>, Text> = {
  broken_quotes: say("leadFile.rowQuotes"),
  too_long: say("leadFile.rowTooLong", { most: MAX_ROW_BYTES / 1024 }),
  too_many_cells: say("leadFile.rowTooManyCells"),
};

/** Makes a lead of a row of cells, or says why it cannot be one. */
export function readRow({ row, cells, problem }: CsvRow, mapping: ColumnMapping): ReadRow {
  const emailTarget = mapping.find((target) => target.to === "field" && target.field === "email");
  const email = bareAddress(withoutGuard(cells[emailTarget?.column ?? -1] ?? ""));
  const refuse = (reason: Text): ReadRow => ({
    row,
    email: cleanValue(email, MAX_LENGTH.email),
    problem: reason,
  });
  if (problem) return refuse(PROBLEMS[problem]);
  if (email === "") return refuse(say("leadFile.rowNoEmail"));
  if (!isLeadEmail(email)) return refuse(say("fields.email"));
  const details = detailsOf(email, cells, mapping);
  if (customBytes(details.custom_fields ?? {}) > MAX_CUSTOM_BYTES) {
    return refuse(say("leadFile.rowCustomFields", { most: MAX_CUSTOM_BYTES / 1024 }));
  }
  return { row, details };
}

function detailsOf(email: string, cells: readonly string[], mapping: ColumnMapping): LeadDetails {
  const details: LeadDetails = { email };
  const custom: Record<string, string> = {};
  for (const target of mapping) {
    const cell = withoutGuard(cells[target.column] ?? "");
    if (target.to === "custom") {
      const value = cleanValue(cell, MAX_CUSTOM_VALUE, true);
      if (value !== "") custom[target.name] = value;
    } else if (target.to === "field" && target.field !== "email") {
      const value = cleanValue(cell, MAX_LENGTH[target.field]);
      if (value !== "") details[target.field] = value;
    }
  }
  details.custom_fields = custom;
  return details;
}
