import type { LeadStatus } from "@thaw/core/campaigns/campaign-lead/campaign-lead.schema";
import { now, toIso } from "@thaw/core/clock";
import { DAY_MS } from "@thaw/core/duration";
import type { LeadOrder } from "@thaw/core/leads/lead/lead-list.schema";
import { readListQuery, type Sort } from "../../list/list-query.ts";
import { toClient } from "../client/client-names.server.ts";
import { LEAD_LIST_RULES } from "./lead-list-rules.ts";

/** As many as a list is narrowed to at once. */
const MOST_VALUES = 20;

const numbers = (values: readonly string[] | undefined) =>
  values?.map(Number).filter(Number.isSafeInteger).slice(0, MOST_VALUES) ?? [];

function orderOf(sort: Sort | null): LeadOrder {
  const { by, descending } = sort ?? { by: "imported", descending: true };
  if (by === "email" || by === "name" || by === "company") return descending ? `-${by}` : by;
  return descending ? "newest" : "oldest";
}

/** What the address asks of the list of leads, in the words of `listLeads`. */
export function readLeadQuery(request: Request) {
  const query = readListQuery(new URL(request.url).searchParams, LEAD_LIST_RULES);
  const { search, filters, sort, limit, cursor } = query;
  const category_id = numbers(filters.category);
  const campaign_id = numbers(filters.campaign).filter((id) => id > 0);
  const client_id = filters.client?.map(toClient).slice(0, MOST_VALUES) ?? [];
  const tag_id = numbers(filters.tag).filter((id) => id > 0);
  const days = Math.max(0, ...numbers(filters.imported));
  return {
    page: { limit, cursor },
    filters: {
      order: orderOf(sort),
      ...(search ? { search } : {}),
      ...(filters.status ? { status: filters.status as LeadStatus[] } : {}),
      ...(category_id.length > 0 ? { category_id } : {}),
      ...(campaign_id.length > 0 ? { campaign_id } : {}),
      ...(client_id.length > 0 ? { client_id } : {}),
      ...(tag_id.length > 0 ? { tag_id } : {}),
      ...(days > 0 ? { imported_from: toIso(now() - days * DAY_MS) } : {}),
    },
  };
}
