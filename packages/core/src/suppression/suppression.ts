import { concurrently } from "@thaw/data/concurrently";
import { isConditionFailure, writeIfExpected } from "@thaw/data/condition";
import { readSoon } from "@thaw/data/read-soon";
import { pendingRead } from "@thaw/data/read-together";
import type { EntityItem } from "electrodb";
import * as v from "valibot";
import { requirePlanPart } from "../access/standing.ts";
import type { Actor } from "../actor.ts";
import { blockLead } from "../campaign-lead/campaign-lead.ts";
import { nowIso } from "../clock.ts";
import { findLeadIds, findLeads } from "../lead/lead-record.ts";
import { operation } from "../operation.ts";
import { pageOf } from "../page.schema.ts";
import { findErased } from "./erased-address.ts";
import { SuppressionEntity } from "./suppression.entity.ts";
import {
  AddSuppression,
  ListSuppressions,
  OPTED_OUT,
  Suppression,
  type SuppressionSource,
} from "./suppression.schema.ts";

const WIDTH = 8;

/** The entries that would stop a mail to this address: itself, its domain and every parent domain. */
export function coveringValues(address: string): string[] {
  const email = address.trim().toLowerCase();
  const labels = email.slice(email.lastIndexOf("@") + 1).split(".");
  return [email, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join("."))];
}

/** Which of these addresses must not be written to. */
export async function findSuppressed(
  accountId: number,
  emails: readonly string[],
): Promise<Set<string>> {
  const covering = new Map(emails.map((email) => [email, coveringValues(email)]));
  const [addresses, domains, erased] = await Promise.all([
    findValues(
      accountId,
      emails.map((email) => email.trim().toLowerCase()),
      true,
    ),
    // Domains are added by people who look at the list; a second's delay costs nothing and saves half of the read.
    findValues(
      accountId,
      [...covering.values()].flatMap(([, ...parents]) => parents),
      false,
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

async function findValues(
  accountId: number,
  values: readonly string[],
  consistent: boolean,
): Promise<string[]> {
  const entries = await Promise.all(
    [...new Set(values)].map((value) => readSoon(entryRead(accountId, value), { consistent })),
  );
  return entries.flatMap((entry) => entry?.value ?? []);
}

/** Which of these very values are on the list, with how they came there; at most 100 at once. */
export async function findEntries(
  accountId: number,
  values: readonly string[],
): Promise<{ value: string; source: SuppressionSource }[]> {
  const { data } = await SuppressionEntity.get(values.map((value) => ({ accountId, value }))).go({
    consistent: true,
  });
  return data;
}

const entryRead = (accountId: number, value: string) =>
  pendingRead(
    SuppressionEntity.get({ accountId, value }),
    (Item) => SuppressionEntity.parse({ Item }).data,
  );

/** Adds an entry; gives whether it is new. The first source stays, but that a person said no outweighs what we had. */
export async function suppress(
  accountId: number,
  value: string,
  origin: { source: SuppressionSource; createdBy: number; campaignId?: number },
): Promise<boolean> {
  try {
    await SuppressionEntity.create({
      accountId,
      value: value.trim().toLowerCase(),
      createdAt: nowIso(),
      ...origin,
    }).go({ response: "none" });
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    if (OPTED_OUT.has(origin.source)) await outweigh(accountId, value, origin);
    return false;
  }
}

async function outweigh(
  accountId: number,
  value: string,
  origin: { source: SuppressionSource; createdBy: number; campaignId?: number },
): Promise<void> {
  await writeIfExpected(
    SuppressionEntity.patch({ accountId, value: value.trim().toLowerCase() })
      .set({ ...origin, createdAt: nowIso() })
      .where((row, op) => [...OPTED_OUT].map((each) => op.ne(row.source, each)).join(" AND ")),
  );
}

/**
 * Somebody wants no more mail: the address goes on the block list and its lead is BLOCKED in every campaign of the account
 * (D8.4, D9). Twice is fine. Gives whether the entry is new.
 */
export async function optOut(
  accountId: number,
  email: string,
  origin: { source: SuppressionSource; createdBy: number; campaignId?: number },
): Promise<boolean> {
  // First the list, then the leads: a mail that is checked in between finds the address on it.
  const isNew = await suppress(accountId, email, origin);
  const [leadId] = await findLeadIds(accountId, [email]);
  if (leadId === undefined) return isNew;
  const lead = (await findLeads(accountId, [leadId])).get(leadId);
  await concurrently([...(lead?.campaignIds ?? [])], WIDTH, (campaignId) =>
    blockLead({ accountId, campaignId, leadId }, origin.createdBy),
  );
  return isNew;
}

/** How an entry that somebody adds came there: by a person or by a program with an API key. */
export const addedBy = ({ apiKeyId }: Actor): SuppressionSource =>
  apiKeyId === undefined ? "manual" : "api";

/** Puts an address or a domain on the block list. The leads of a domain are BLOCKED when their next mail is about to leave. */
export const addSuppression = operation({
  permission: "labels:add",
  input: AddSuppression,
  output: v.object({ value: v.string(), added: v.boolean() }),
  async run(actor, { value }) {
    requirePlanPart(actor, "global_block_list");
    const { accountId, userId } = actor;
    const origin = { source: addedBy(actor), createdBy: userId };
    const isAddress = value.includes("@");
    const added = await (isAddress ? optOut : suppress)(accountId, value, origin);
    return { value, added };
  },
});

/** In the order of the entries themselves, addresses and domains mixed. */
export const listSuppressions = operation({
  permission: "account:read",
  input: ListSuppressions,
  output: pageOf(Suppression),
  async run(actor, { limit, cursor, search, source }) {
    requirePlanPart(actor, "global_block_list");
    const { accountId } = actor;
    const sources = typeof source === "string" ? [source] : (source ?? []);
    const query = SuppressionEntity.query.byAccount({ accountId });
    const page = await (search ? query.begins({ value: search }) : query)
      .where((row, op) => sources.map((each) => op.eq(row.source, each)).join(" OR "))
      .go({ count: limit, cursor: cursor ?? null });
    return { items: page.data.map(toSuppression), cursor: page.cursor };
  },
});

function toSuppression(entry: EntityItem<typeof SuppressionEntity>): Suppression {
  const { value, source, createdAt, createdBy, campaignId } = entry;
  return {
    kind: value.includes("@") ? "email" : "domain",
    value,
    scope: "account",
    source,
    created_at: createdAt,
    created_by: createdBy,
    ...(campaignId === undefined ? {} : { campaign_id: campaignId }),
  };
}
