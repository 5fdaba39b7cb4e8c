import { foreignCursor } from "../../cursor.ts";
import type { TextOrder } from "./lead-list.schema.ts";
import { foldText, type LeadRecord } from "./lead-record.ts";

/**
 * Leads are kept in the order in which they came; an index for each other order would double what an import of a million
 * writes. So a list is sorted by text where it is short enough to be read whole for every page.
 */
export const MOST_SORTED = 2_000;

type SortKey = { text: string; leadId: number };
type Page = { limit: number; cursor?: string | null | undefined };

const TEXT_OF = {
  email: ({ email }: LeadRecord) => email,
  name: ({ first_name, last_name }: LeadRecord) =>
    [first_name, last_name].filter(Boolean).join(" "),
  company: ({ company_name = "" }: LeadRecord) => company_name,
};
const collator = new Intl.Collator("en", { numeric: true });

/** A page of leads by a field; those without it come last either way. @throws AppError invalid for a cursor of another list */
export function sortLeads(
  leads: readonly LeadRecord[],
  order: TextOrder,
  { limit, cursor }: Page,
): { leads: LeadRecord[]; cursor: string | null } {
  const textOf = TEXT_OF[order.replace("-", "") as keyof typeof TEXT_OF];
  const compare = inOrder(order.startsWith("-") ? -1 : 1);
  const placed = leads
    .map((lead) => ({ lead, text: foldText(textOf(lead)), leadId: lead.leadId }))
    .sort(compare);
  const after = cursor ? readCursor(cursor) : undefined;
  const rest = after ? placed.filter((entry) => compare(entry, after) > 0) : placed;
  const page = rest.slice(0, limit);
  const last = rest.length > limit ? page.at(-1) : undefined;
  return {
    leads: page.map(({ lead }) => lead),
    cursor: last ? writeCursor(last) : null,
  };
}

const inOrder = (direction: 1 | -1) => (a: SortKey, b: SortKey) => {
  if ((a.text === "") !== (b.text === "")) return a.text === "" ? 1 : -1;
  return direction * collator.compare(a.text, b.text) || a.leadId - b.leadId;
};

const writeCursor = ({ text, leadId }: SortKey) =>
  Buffer.from(JSON.stringify([text, leadId])).toString("base64url");

function readCursor(cursor: string): SortKey {
  try {
    const [text, leadId] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    if (typeof text === "string" && typeof leadId === "number") return { text, leadId };
  } catch {
    // Said below.
  }
  throw foreignCursor();
}
