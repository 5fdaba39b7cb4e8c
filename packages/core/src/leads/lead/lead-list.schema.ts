import * as v from "valibot";
import { CategoryId } from "../../accounts/category/category.schema.ts";
import { ClientChoice } from "../../accounts/client/client.schema.ts";
import { TagChoice } from "../../accounts/tag/tag.schema.ts";
import { LEAD_STATUSES } from "../../campaigns/campaign-lead/campaign-lead.schema.ts";
import { Id, Instant, PageInput } from "../../page.schema.ts";

const MOST_VALUES = 20;
/** By words only up to `MOST_SORTED` leads; a leading "-" turns them round. */
const LEAD_ORDERS = [
  "newest",
  "oldest",
  "email",
  "-email",
  "name",
  "-name",
  "company",
  "-company",
] as const;
export type LeadOrder = (typeof LEAD_ORDERS)[number];
export type TextOrder = Exclude<LeadOrder, "newest" | "oldest">;

export const isByText = (order: LeadOrder): order is TextOrder =>
  order !== "newest" && order !== "oldest";

const oneOrMore = <Value extends v.GenericSchema>(value: Value) =>
  v.optional(v.union([value, v.pipe(v.array(value), v.maxLength(MOST_VALUES))]));

/** What a list of leads is narrowed to: AND between these, OR within one. */
export const LeadFilters = {
  /** Only the lead with this address. */
  email: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254))),
  /** Words that all have to begin a word of the address, the name or the company. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  /** Where it stands in a campaign: in one of `campaign_id` if given, else in any. */
  status: oneOrMore(v.picklist(LEAD_STATUSES)),
  category_id: oneOrMore(CategoryId),
  campaign_id: oneOrMore(Id),
  /** In a campaign of one of these clients; "none": in no client's. */
  client_id: ClientChoice,
  tag_id: TagChoice,
  imported_from: v.optional(Instant),
  /** The first instant that is too late. */
  imported_to: v.optional(Instant),
  order: v.optional(v.picklist(LEAD_ORDERS), "newest"),
};

export const ListLeads = v.object({ ...PageInput, ...LeadFilters });
export type LeadFilters = Omit<v.InferOutput<typeof ListLeads>, "limit" | "cursor">;
