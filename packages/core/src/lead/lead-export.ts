import type * as v from "valibot";
import { requireReach } from "../access/reach.ts";
import type { Actor } from "../actor.ts";
import { requirePermission } from "../actor.ts";
import { findCategory, NOT_ASSIGNED } from "../category/category.schema.ts";
import { readCategories } from "../category/category-record.ts";
import { CSV_START, csvLines } from "../csv-text.ts";
import { parse } from "../operation.ts";
import { readTags } from "../tag/tag-record.ts";
import { LEAD_FIELDS } from "./lead.schema.ts";
import { ExportLeads, isByWords } from "./lead-list.schema.ts";
import { findPage } from "./lead-list.ts";
import { findLeads, type LeadRecord } from "./lead-record.ts";

const PAGE = 200;

type Wanted = v.InferOutput<typeof ExportLeads>;

/**
 * The leads of a list, or some of them, as the text of a CSV file: piece by piece, so that a list of any length can be
 * streamed. Custom fields are columns of their own, which takes a first look at every lead.
 */
export async function* exportLeads(
  actor: Actor,
  asked: v.InferInput<typeof ExportLeads>,
): AsyncGenerator<string> {
  requirePermission(actor, "leads:read");
  const { accountId } = actor;
  const wanted = parse(ExportLeads, asked);
  await requireReach(actor, wanted);
  const [categories, tags] = await Promise.all([readCategories(accountId), readTags(accountId)]);
  const names = new Map(tags.map(({ tagId, name }) => [tagId, name]));
  const custom = await customFields(actor, wanted);
  const cellsOf = (lead: LeadRecord) => [
    lead.leadId,
    ...LEAD_FIELDS.map((field) => lead[field] ?? ""),
    findCategory(categories, lead.categoryId ?? NOT_ASSIGNED)?.name ?? "",
    [...(lead.tagIds ?? [])].flatMap((id) => names.get(id) ?? []).join(", "),
    lead.createdAt,
    ...custom.map((name) => (lead.custom_fields as Record<string, string>)[name] ?? ""),
  ];
  yield CSV_START;
  yield csvLines([["id", ...LEAD_FIELDS, "category", "tags", "imported_at", ...custom]]);
  for await (const leads of pages(actor, wanted)) {
    yield csvLines(leads.map(cellsOf));
  }
}

async function customFields(actor: Actor, wanted: Wanted): Promise<string[]> {
  const names = new Set<string>();
  for await (const leads of pages(actor, wanted)) {
    for (const { custom_fields } of leads) {
      for (const name of Object.keys(custom_fields as object)) names.add(name);
    }
  }
  return [...names].sort();
}

async function* pages(
  actor: Actor,
  { lead_ids, ...filters }: Wanted,
): AsyncGenerator<LeadRecord[]> {
  if (lead_ids) {
    const leads = await findLeads(actor.accountId, [...new Set(lead_ids)]);
    yield lead_ids.flatMap((id) => leads.get(id) ?? []);
    return;
  }
  // A file may be longer than what is sorted by words.
  const order = isByWords(filters.order) ? "newest" : filters.order;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof findPage>> = await findPage(
      actor,
      { ...filters, order },
      { limit: PAGE, cursor },
    );
    if (page.leads.length > 0) yield page.leads;
    cursor = page.cursor;
  } while (cursor !== null);
}
