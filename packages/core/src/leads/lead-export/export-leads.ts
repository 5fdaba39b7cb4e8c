import type * as v from "valibot";
import { findCategory, NOT_ASSIGNED } from "../../accounts/category/category.schema.ts";
import { readCategories } from "../../accounts/category/category-record.ts";
import { readTags } from "../../accounts/tag/tag-record.ts";
import type { Actor } from "../../actor.ts";
import { CSV_START, csvLines } from "../../csv-text.ts";
import { AppError } from "../../error.ts";
import { requirePermission } from "../../kernel/access/require-permission.ts";
import { requireVisible } from "../../kernel/access/visibility.ts";
import { parse } from "../../operation.ts";
import { LEAD_FIELDS } from "../lead/lead.schema.ts";
import { isByText } from "../lead/lead-list.schema.ts";
import { findPage } from "../lead/lead-list.ts";
import { findLeads, type LeadRecord } from "../lead/lead-record.ts";
import { seeLeads } from "../lead/see-leads.ts";
import { BEGINNING, type ExportPosition } from "./export-record.ts";
import { ExportLeads } from "./lead-export.schema.ts";

/** Leads of 64 kB each, which is the most, are 32 MB. */
const PAGE = 500;

/** A position has to fit into a record. */
const MOST_COLUMNS = 1_000;

type Wanted = v.InferOutput<typeof ExportLeads>;

/** The next piece of the file, and how far the export is with it. */
export type ExportStep = { text: string; position: ExportPosition };

/**
 * The leads of a list, or some of them, as the text of a CSV file: piece by piece, so that a list of any length can be
 * written, and from any place on. Custom fields are columns of their own, which takes a first look at every lead.
 *
 * Leads may change meanwhile. A lead that is in the list all the time is in the file once, as it is when its piece is written;
 * one that comes into the list or leaves it is in the file or is not; a custom field that comes up after the first look has no
 * column.
 *
 * @throws AppError not_found for ids that are not visible, invalid for more than 1,000 custom fields
 */
export async function* exportLeads(
  actor: Actor,
  asked: v.InferInput<typeof ExportLeads>,
  from: ExportPosition = BEGINNING,
): AsyncGenerator<ExportStep> {
  requirePermission(actor, "leads:read");
  const wanted = parse(ExportLeads, asked);
  await requireVisible(actor, wanted);
  let position = from;
  while (position.stage === "looking") {
    position = await lookOn(actor, wanted, position);
    yield { text: position.stage === "writing" ? headOf(position) : "", position };
  }
  if (position.stage === "done") return;
  const cellsOf = await cells(actor.accountId, position.columns);
  while (position.stage === "writing") {
    const { leads, cursor } = await pageOf(actor, wanted, position.cursor);
    position = {
      ...position,
      stage: cursor === null ? "done" : "writing",
      written: position.written + leads.length,
      cursor,
    };
    yield { text: csvLines(leads.map(cellsOf)), position };
  }
}

async function lookOn(
  actor: Actor,
  wanted: Wanted,
  position: ExportPosition,
): Promise<ExportPosition> {
  const { leads, cursor } = await pageOf(actor, wanted, position.cursor);
  const names = new Set(position.columns);
  for (const { custom_fields } of leads) {
    for (const name of Object.keys(custom_fields as object)) names.add(name);
  }
  if (names.size > MOST_COLUMNS) {
    const most = MOST_COLUMNS.toLocaleString("en-US");
    throw new AppError("invalid", "leadFile.tooManyFields", { most });
  }
  return {
    ...position,
    stage: cursor === null ? "writing" : "looking",
    columns: cursor === null ? [...names].sort() : [...names],
    found: position.found + leads.length,
    cursor,
  };
}

const headOf = ({ columns }: ExportPosition) =>
  CSV_START + csvLines([["id", ...LEAD_FIELDS, "category", "tags", "imported_at", ...columns]]);

async function cells(accountId: number, columns: readonly string[]) {
  const [categories, tags] = await Promise.all([readCategories(accountId), readTags(accountId)]);
  const names = new Map(tags.map(({ tagId, name }) => [tagId, name]));
  return (lead: LeadRecord) => [
    lead.leadId,
    ...LEAD_FIELDS.map((field) => lead[field] ?? ""),
    findCategory(categories, lead.categoryId ?? NOT_ASSIGNED)?.name ?? "",
    [...(lead.tagIds ?? [])].flatMap((id) => names.get(id) ?? []).join(", "),
    lead.createdAt,
    ...columns.map((name) => (lead.custom_fields as Record<string, string>)[name] ?? ""),
  ];
}

type Page = { leads: LeadRecord[]; cursor: string | null };

async function pageOf(
  actor: Actor,
  { lead_ids, ...filters }: Wanted,
  cursor: string | null,
): Promise<Page> {
  if (lead_ids) {
    const ids = [...new Set(lead_ids)];
    const leads = await findLeads(actor.accountId, ids);
    const found = ids.flatMap((id) => leads.get(id) ?? []);
    return { leads: await seeLeads(actor.accountId, actor.scope, found), cursor: null };
  }
  // A file may be longer than what is sorted by text.
  const order = isByText(filters.order) ? "newest" : filters.order;
  return findPage(actor, { ...filters, order }, { limit: PAGE, cursor });
}
