import { concurrently } from "@thaw/data/concurrently";
import { isConditionFailure, writeIfExpected } from "@thaw/data/condition";
import { loadBatched, strongReadsInTurn } from "@thaw/data/load-batched";
import { recordsOf } from "@thaw/data/records";
import type { EntityItem } from "electrodb";
import {
  clientsOfCampaigns,
  visibleCampaigns,
} from "../../campaigns/campaign/visible-campaigns.ts";
import { blockLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { nowIso } from "../../clock.ts";
import { WHOLE_ACCOUNT } from "../../kernel/access/scope.ts";
import { findLeadIds, findLeads } from "../lead/lead-record.ts";
import { findErased } from "./erased-address.ts";
import { ACCOUNT_LIST, SuppressionEntity } from "./suppression.entity.ts";
import { OPTED_OUT, type SuppressionSource } from "./suppression.schema.ts";

const WIDTH = 8;

type Entry = EntityItem<typeof SuppressionEntity>;

const entries = recordsOf<Entry, { accountId: number; clientId: number; value: string }>(
  SuppressionEntity,
);

/** The entries that would stop a mail to this address: itself, its domain and every parent domain. */
export function coveringValues(address: string): string[] {
  const email = address.trim().toLowerCase();
  const labels = email.slice(email.lastIndexOf("@") + 1).split(".");
  return [email, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join("."))];
}

/**
 * Which of these addresses must not be written to.
 *
 * @param clientId of the campaign that wants to write: its client's entries count too, read in the same request
 */
export async function findSuppressed(
  accountId: number,
  emails: readonly string[],
  clientId: number | undefined,
): Promise<Set<string>> {
  const list = listsOf({ accountId, clientId });
  const covering = new Map(emails.map((email) => [email, coveringValues(email)]));
  const [addresses, domains, erased] = await Promise.all([
    findValues(
      list,
      emails.map((email) => email.trim().toLowerCase()),
      (entry) => loadBatched(entry, { consistent: true }),
    ),
    // Domains are added by people who look at the list; a second's delay costs nothing and saves half of the read.
    findValues(
      list,
      [...covering.values()].flatMap(([, ...parents]) => parents),
      loadBatched,
    ),
    findErased(accountId, emails),
  ]);
  const found = new Set([...addresses, ...domains]);
  return new Set(
    emails.filter(
      (email) => erased.has(email) || covering.get(email)?.some((value) => found.has(value)),
    ),
  );
}

/** The same for a campaign that is not at hand, or for none. */
export async function findSuppressedIn(
  { accountId, campaignId }: { accountId: number; campaignId?: number | undefined },
  emails: readonly string[],
): Promise<Set<string>> {
  if (campaignId === undefined) return findSuppressed(accountId, emails, undefined);
  const clients = await clientsOfCampaigns(accountId, [campaignId]);
  return findSuppressed(accountId, emails, clients.get(campaignId));
}

/** Whether any domain is on the list, as far as an index knows: half a read unit for the account and half for its client. */
export async function hasBlockedDomains(list: List): Promise<boolean> {
  const { accountId, lists } = listsOf(list);
  const keys = await Promise.all(
    lists.map(async (clientId) => {
      const { data } = await SuppressionEntity.query
        .byDomainList({ domainList: domainListOf(accountId, clientId) })
        .go({ limit: 1, data: "raw", ignoreOwnership: true });
      return (data as { Items?: unknown[] }).Items ?? [];
    }),
  );
  return keys.flat().length > 0;
}

/** Which of these addresses are in a domain on the list, or in a subdomain of one. Batch reads; each domain is read once. */
export async function findInBlockedDomains(
  list: List,
  emails: readonly string[],
): Promise<Set<string>> {
  const domains = new Map(emails.map((email) => [email, coveringValues(email).slice(1)]));
  const found = new Set(await findValues(listsOf(list), [...domains.values()].flat(), loadBatched));
  return new Set(emails.filter((email) => domains.get(email)?.some((value) => found.has(value))));
}

/** What of a block list may be a moment old when a mail is about to leave, so that the mails of a batch share it. */
export type RecentList = {
  /** On the account's list or the client's. */
  blocksDomain: (list: List, domain: string) => Promise<boolean>;
  hasErased: (accountId: number) => Promise<boolean>;
};

type List = { accountId: number; clientId: number | undefined };

const domainListOf = (accountId: number, clientId: number) => `${accountId}.${clientId}`;

const listsOf = ({ accountId, clientId }: List) => ({
  accountId,
  lists: clientId === undefined ? [ACCOUNT_LIST] : [ACCOUNT_LIST, clientId],
});

/** The same of one address, just before a mail to it leaves: the address itself is asked for at this moment. */
export async function isSuppressed(
  list: List,
  address: string,
  recent: RecentList,
): Promise<boolean> {
  const [email = "", ...domains] = coveringValues(address);
  const [entries, blocked, hasErased] = await Promise.all([
    findValues(listsOf(list), [email], readInTurn),
    Promise.all(domains.map((domain) => recent.blocksDomain(list, domain))),
    recent.hasErased(list.accountId),
  ]);
  if (entries.length > 0 || blocked.includes(true)) return true;
  return hasErased && (await findErased(list.accountId, [address])).size > 0;
}

/** Whether this very domain is on the list. */
export async function blocksDomain(list: List, domain: string): Promise<boolean> {
  return (await findValues(listsOf(list), [domain], loadBatched)).length > 0;
}

/** Each mail's delivery waits for the answer of its own; together they make few requests. */
const readInTurn = strongReadsInTurn();

async function findValues(
  { accountId, lists }: { accountId: number; lists: readonly number[] },
  values: readonly string[],
  read: (entry: ReturnType<typeof entries.read>) => Promise<Entry | undefined>,
): Promise<string[]> {
  const found = await Promise.all(
    [...new Set(values)].flatMap((value) =>
      lists.map((clientId) => read(entries.read({ accountId, clientId, value }))),
    ),
  );
  return found.flatMap((entry) => entry?.value ?? []);
}

/** Which of these very values are on the account's list or on a client's, with how they came there; at most 100 at once. */
export async function findEntries(
  accountId: number,
  values: readonly string[],
  clientId: number = ACCOUNT_LIST,
): Promise<{ value: string; source: SuppressionSource }[]> {
  const keys = values.map((value) => ({ accountId, clientId, value }));
  const { data } = await SuppressionEntity.get(keys).go({ consistent: true });
  return data;
}

/** How an entry comes on the list: on the account's, or on that of the one client whose campaigns it holds for. */
export type EntryOrigin = {
  source: SuppressionSource;
  createdBy: number;
  campaignId?: number;
  clientId?: number;
};

/** Adds an entry; returns whether it is new. The first source stays, but that a person said no outweighs what we had. */
export async function suppress(
  accountId: number,
  value: string,
  { clientId = ACCOUNT_LIST, ...origin }: EntryOrigin,
): Promise<boolean> {
  try {
    await SuppressionEntity.create({
      accountId,
      clientId,
      value: value.trim().toLowerCase(),
      createdAt: nowIso(),
      ...origin,
      ...(value.includes("@") ? {} : { domainList: domainListOf(accountId, clientId) }),
    }).go({ response: "none" });
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    if (OPTED_OUT.has(origin.source)) await outweigh(accountId, value, { clientId, ...origin });
    return false;
  }
}

async function outweigh(
  accountId: number,
  value: string,
  { clientId = ACCOUNT_LIST, ...origin }: EntryOrigin,
): Promise<void> {
  await writeIfExpected(
    SuppressionEntity.patch({ accountId, clientId, value: value.trim().toLowerCase() })
      .set({ ...origin, createdAt: nowIso() })
      .where((row, op) => [...OPTED_OUT].map((each) => op.ne(row.source, each)).join(" AND ")),
  );
}

/**
 * Someone wants no more mail: the address goes on the block list and its lead is BLOCKED in every campaign of the account
 * (D8.4, D9), or of the one client. Safe to run twice. Returns whether the entry is new.
 */
export async function optOut(
  accountId: number,
  email: string,
  origin: EntryOrigin,
): Promise<boolean> {
  // First the list, then the leads: a mail that is checked in between finds the address on it.
  const isNew = await suppress(accountId, email, origin);
  const [leadId] = await findLeadIds(accountId, [email]);
  if (leadId === undefined) return isNew;
  const lead = (await findLeads(accountId, [leadId])).get(leadId);
  const { clientId } = origin;
  const scope =
    clientId === undefined
      ? WHOLE_ACCOUNT
      : { kind: "client" as const, clientId, hiddenCategoryIds: [] };
  const visible = await visibleCampaigns(accountId, scope, [...(lead?.campaignIds ?? [])]);
  await concurrently([...visible], WIDTH, (campaignId) =>
    blockLead({ accountId, campaignId, leadId }, origin.createdBy),
  );
  return isNew;
}
