import { filteredPageOptions } from "@thaw/data/page-options";
import type { EntityItem } from "electrodb";
import type * as v from "valibot";
import type { ClientChoice } from "../../accounts/client/client.schema.ts";
import type { Actor } from "../../actor.ts";
import { requireEntitlement } from "../../kernel/access/account-status.ts";
import { operation } from "../../operation.ts";
import { pageOf } from "../../page.schema.ts";
import { listOf } from "./entry-list.ts";
import { ACCOUNT_LIST, LAST_CLIENT, SuppressionEntity } from "./suppression.entity.ts";
import { ListSuppressions, Suppression, type SuppressionSource } from "./suppression.schema.ts";

type Asked = {
  accountId: number;
  search?: string | undefined;
  sources: readonly SuppressionSource[];
  /** Whose; empty: everyone's. */
  lists: readonly number[];
  limit: number;
  cursor: string | null;
};

/** Before the cursor of a search that has come to the clients' entries. */
const CLIENTS = "clients:";

/**
 * The account's entries in their own order, then each client's; a client sees its own alone. Where the entries of all are
 * searched, the account's are found by their key and the clients', which are few, are looked through.
 */
export const listSuppressions = operation({
  permission: "block-list:read",
  input: ListSuppressions,
  output: pageOf(Suppression),
  async run(actor, { limit, cursor = null, search, source, client_id }) {
    requireEntitlement(actor, "global_block_list");
    const { accountId } = actor;
    const sources = typeof source === "string" ? [source] : (source ?? []);
    const lists = listsOf(actor, client_id);
    const asked = { accountId, search, sources, lists, limit, cursor };
    const [list, ...more] = lists;
    if (list !== undefined && more.length === 0) return read(asked, list);
    return search ? searchAll(asked) : read(asked, "all");
  },
});

function listsOf(actor: Actor, choice: v.InferOutput<typeof ClientChoice>): number[] {
  if (choice === undefined) return actor.scope.kind === "client" ? [listOf(actor, undefined)] : [];
  const chosen = [choice].flat().map((id) => (id === "none" ? undefined : id));
  return [...new Set(chosen.map((id) => listOf(actor, id)))];
}

async function searchAll(asked: Asked) {
  const { limit, cursor } = asked;
  if (cursor?.startsWith(CLIENTS)) return searchClients(asked, cursor.slice(CLIENTS.length));
  const isWithout = asked.lists.length > 0 && !asked.lists.includes(ACCOUNT_LIST);
  const own = isWithout ? { items: [], cursor: null } : await read(asked, ACCOUNT_LIST);
  if (own.cursor !== null) return own;
  const left = limit - own.items.length;
  if (left === 0) return { ...own, cursor: CLIENTS };
  const theirs = await searchClients({ ...asked, limit: left });
  return { ...theirs, items: [...own.items, ...theirs.items] };
}

async function searchClients(asked: Asked, cursor = "") {
  const found = await read({ ...asked, cursor: cursor || null }, "clients");
  return { ...found, cursor: found.cursor && CLIENTS + found.cursor };
}

async function read(asked: Asked, list: number | "all" | "clients") {
  const { search, sources, lists, limit, cursor } = asked;
  const page = await select(asked, list)
    .where((row, op) => {
      const anySource = sources.map((each) => op.eq(row.source, each)).join(" OR ");
      const anyList = lists.map((each) => op.eq(row.clientId, each)).join(" OR ");
      const isFound = list === "clients" && search ? op.begins(row.value, search) : "";
      return [anySource && `(${anySource})`, anyList && `(${anyList})`, isFound]
        .filter(Boolean)
        .join(" AND ");
    })
    .go({ ...filteredPageOptions(limit), cursor });
  return { items: page.data.map(toSuppression), cursor: page.cursor };
}

function select({ accountId, search }: Asked, list: number | "all" | "clients") {
  const query = SuppressionEntity.query.byAccount({ accountId });
  if (list === "all") return query;
  if (list === "clients") return query.between({ clientId: 1 }, { clientId: LAST_CLIENT });
  const ofOne = SuppressionEntity.query.byAccount({ accountId, clientId: list });
  return search ? ofOne.begins({ value: search }) : ofOne;
}

function toSuppression(entry: EntityItem<typeof SuppressionEntity>): Suppression {
  const { value, clientId, source, createdAt, createdBy, campaignId } = entry;
  const isOfAll = clientId === ACCOUNT_LIST;
  return {
    kind: value.includes("@") ? "email" : "domain",
    value,
    scope: isOfAll ? "account" : "client",
    ...(isOfAll ? {} : { client_id: clientId }),
    source,
    created_at: createdAt,
    created_by: createdBy,
    ...(campaignId === undefined ? {} : { campaign_id: campaignId }),
  };
}
