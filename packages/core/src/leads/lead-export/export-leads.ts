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
import { isByWords } from "../lead/lead-list.schema.ts";
import { findPage } from "../lead/lead-list.ts";
import { findLeads, type LeadRecord } from "../lead/lead-record.ts";
import { seeLeads } from "../lead/see-leads.ts";
import { BEGINNING, type ExportPlace } from "./export-record.ts";
import { ExportLeads } from "./lead-export.schema.ts";

/** Leads of 64 kB each, which is the most, are 32 MB. */
const PAGE = 500;

/** A place has to fit into a record. */
const MOST_COLUMNS = 1_000;

type Wanted = v.InferOutput<typeof ExportLeads>;

/** The next piece of the file, and how far the export is with it. */
export type ExportStep = { text: string; place: ExportPlace };

/**
 * The leads of a list, or some of them, as the text of a CSV file: piece by piece, so that a list of any length can be
 * written, and from any place on. Custom fields are columns of their own, which takes a first look at every lead.
 *
 * Leads may change meanwhile. A lead that is in the list all the time is in the file once, as it is when its piece is written;
 * one that comes into the list or leaves it is in the file or is not; a custom field that comes up after the first look has no
 * column.
 *
 * @throws AppError not_found for ids out of reach, invalid for more than 1,000 custom fields
 */
export async function* exportLeads(
  actor: Actor,
  asked: v.InferInput<typeof ExportLeads>,
  from: ExportPlace = BEGINNING,
): AsyncGenerator<ExportStep> {
  requirePermission(actor, "leads:read");
  const wanted = parse(ExportLeads, asked);
  await requireVisible(actor, wanted);
  let place = from;
  while (place.stage === "looking") {
    place = await lookOn(actor, wanted, place);
    yield { text: place.stage === "writing" ? headOf(place) : "", place };
  }
  if (place.stage === "done") return;
  const cellsOf = await cells(actor.accountId, place.columns);
  while (place.stage === "writing") {
    const { leads, cursor } = await pageOf(actor, wanted, place.cursor);
    place = {
      ...place,
      stage: cursor === null ? "done" : "writing",
      written: place.written + leads.length,
      cursor,
    };
    yield { text: csvLines(leads.map(cellsOf)), place };
  }
}

async function lookOn(actor: Actor, wanted: Wanted, place: ExportPlace): Promise<ExportPlace> {
  const { leads, cursor } = await pageOf(actor, wanted, place.cursor);
  const names = new Set(place.columns);
  for (const { custom_fields } of leads) {
    for (const name of Object.keys(custom_fields as object)) names.add(name);
  }
  if (names.size > MOST_COLUMNS) {
    const most = MOST_COLUMNS.toLocaleString("en-US");
    throw new AppError("invalid", "leadFile.tooManyFields", { most });
  }
  return {
    ...place,
    stage: cursor === null ? "writing" : "looking",
    columns: cursor === null ? [...names].sort() : [...names],
    found: place.found + leads.length,
    cursor,
  };
}

const headOf = ({ columns }: ExportPlace) =>
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
  // A file may be longer than what is sorted by words.
  const order = isByWords(filters.order) ? "newest" : filters.order;
  return findPage(actor, { ...filters, order }, { limit: PAGE, cursor });
}
