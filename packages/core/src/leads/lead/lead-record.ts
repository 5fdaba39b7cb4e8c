import { batchGet } from "@thaw/data/batch-get";
import { recordsOf } from "@thaw/data/records";
import { onlyIf } from "@thaw/data/transact";
import type { EntityItem } from "electrodb";
import { NOT_ASSIGNED } from "../../accounts/category/category.schema.ts";
import { companyKeys } from "../../accounts/user/company-domain.schema.ts";
import { dropClaim, findClaims, takeClaim } from "../../kernel/claim/claim.ts";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import { LeadEntity } from "./lead.entity.ts";
import type { LeadChanges } from "./lead.schema.ts";
import {
  customBytes,
  LEAD_FIELDS,
  type Lead,
  type LeadDetails,
  MAX_CUSTOM_BYTES,
  MAX_CUSTOM_FIELDS,
} from "./lead.schema.ts";
import { type OwnByCampaign, ownOf, valuesOf } from "./own-values.ts";

/** Spreads an account's leads over partitions, so that an import does not heat one. */
export const LEAD_SHARDS = 8;

export type LeadRecord = EntityItem<typeof LeadEntity>;

export const leadIds = idSequence("lead");

export const leadKey = (accountId: number, leadId: number) => ({
  accountId,
  leadId,
  shard: leadId % LEAD_SHARDS,
});

const addressClaim = (accountId: number, email: string) => ({
  scope: accountId,
  kind: "lead-email",
  value: email,
});
export const takeAddress = (accountId: number, email: string, leadId: number) =>
  takeClaim(addressClaim(accountId, email), { accountId, ownerId: leadId });
export const dropAddress = (accountId: number, email: string) =>
  dropClaim(addressClaim(accountId, email));

/** Which leads have these addresses, in the order asked. */
export async function findLeadIds(
  accountId: number,
  emails: readonly string[],
): Promise<(number | undefined)[]> {
  const claims = await findClaims(emails.map((email) => addressClaim(accountId, email)));
  return claims.map((claim) => claim?.ownerId);
}

export async function findLeads(
  accountId: number,
  leadIds: readonly number[],
): Promise<Map<number, LeadRecord>> {
  const reads = leadIds.map((id) => leads.read(leadKey(accountId, id)));
  const found = await batchGet(reads, { consistent: true });
  return new Map(found.flatMap((lead) => (lead ? [[lead.leadId, lead]] : [])));
}

/** How words are compared: neither capitals nor the way in which a letter is put together matter. */
export const foldText = (text: string) => text.normalize("NFKC").toLowerCase();

type Searched = {
  [Name in "email" | "first_name" | "last_name" | "company_name"]?: string | undefined;
};

/** What a search looks into. */
export function searchedOf({ email, first_name, last_name, company_name }: Searched): string {
  const name = [first_name, last_name].filter(Boolean).join(" ");
  return foldText([email, name, company_name].filter(Boolean).join("\n"));
}

/** Between what campaigns know differently. */
export const SECTION = "\f";

/** The same with the values of campaigns that have their own: a reader who may not see those looks again at what they see. */
const searchedText = (lead: Searched, own: OwnByCampaign): string =>
  [lead, ...Object.values(own).map((values) => valuesOf(values))].map(searchedOf).join(SECTION);

const definedOf = (fields: Record<string, unknown>): Searched =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Who changes an address ever again keeps the newest of them. */
const MOST_EARLIER = 20;

/** The addresses that a lead had before, once it has another one. */
function earlierThan({ email, earlierEmails = [] }: LeadRecord, next: string | undefined) {
  if (next === undefined || next.toLowerCase() === email.toLowerCase()) return {};
  const all = new Set([...earlierEmails, email.toLowerCase()]);
  return { earlierEmails: [...all].slice(-MOST_EARLIER) };
}

export type NewLead = {
  accountId: number;
  leadId: number;
  campaignId: number;
  details: LeadDetails;
  at: string;
  importId?: number | undefined;
  importRow?: number | undefined;
};

export const leads = recordsOf<LeadRecord, ReturnType<typeof leadKey>>(LeadEntity);

/** For a transaction: stores a lead and takes its address; refused when another lead has it. Two writes. */
export function storeLead({ accountId, leadId, campaignId, details, at, ...origin }: NewLead) {
  const { custom_fields = {}, ...fields } = details;
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
  return [
    takeAddress(accountId, details.email, leadId),
    leads.create({
      ...leadKey(accountId, leadId),
      ...filled,
      email: details.email,
      ...companyKeys({ accountId, leadId, email: details.email }),
      searched: searchedOf(details),
      custom_fields,
      campaignIds: [campaignId],
      createdAt: at,
      updatedAt: at,
      revision: 1,
      ...(origin.importId === undefined ? {} : { importId: origin.importId }),
      ...(origin.importRow === undefined ? {} : { importRow: origin.importRow }),
    }),
  ];
}

/** For a transaction: changes a lead, refused when it has changed since it was read. */
export function changeLead(
  lead: LeadRecord,
  changes: LeadChanges,
  extra: {
    at: string;
    addToCampaignId?: number;
    importId?: number | undefined;
    own?: OwnByCampaign | undefined;
  },
) {
  const { custom_fields, ...fields } = changes;
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
  const cleared = LEAD_FIELDS.filter((name) => name !== "email" && fields[name] === "");
  const company = fields.email === undefined ? {} : companyKeys({ ...lead, email: fields.email });
  const update = LeadEntity.update(leadKey(lead.accountId, lead.leadId)).set({
    ...filled,
    ...earlierThan(lead, fields.email),
    ...company,
    ...(custom_fields ? { custom_fields } : {}),
    ...(extra.importId === undefined ? {} : { changedByImportId: extra.importId }),
    ...(extra.own ? { own: extra.own } : {}),
    searched: searchedText({ ...lead, ...definedOf(fields) }, extra.own ?? ownOf(lead)),
    updatedAt: extra.at,
    revision: lead.revision + 1,
  });
  if (cleared.length > 0)
    update.remove(cleared as Exclude<(typeof LEAD_FIELDS)[number], "email">[]);
  if (fields.email !== undefined && company.companyBox === undefined) {
    update.remove(["companyBox", "companyPlace"]);
  }
  if (extra.addToCampaignId !== undefined) update.add({ campaignIds: [extra.addToCampaignId] });
  return update.where(({ revision }, { eq }) => eq(revision, lead.revision));
}

/**
 * For a transaction: takes a lead out of a campaign, into another one where that is given; refused when it has changed since
 * it was read.
 */
export function changeCampaigns(
  lead: LeadRecord,
  left: { campaignId: number; lastSentAt?: string | undefined },
  { at, to, own }: { at: string; to?: number; own?: OwnByCampaign | undefined },
) {
  const key = leadKey(lead.accountId, lead.leadId);
  const others = [...(lead.campaignIds ?? [])].filter((id) => id !== left.campaignId);
  const campaignIds = to === undefined ? others : [...others, to];
  const update = LeadEntity.update(key)
    .set({
      updatedAt: at,
      revision: lead.revision + 1,
      ...(left.lastSentAt === undefined ? {} : { wasContacted: true }),
      ...(own ? { own, searched: searchedText(lead, own) } : {}),
    })
    .add({ leftCampaignIds: [left.campaignId] });
  const placed =
    campaignIds.length > 0 ? update.set({ campaignIds }) : update.remove(["campaignIds"]);
  return placed.where(({ revision }, { eq }) => eq(revision, lead.revision));
}

/** For a transaction: refused when the lead is gone. */
export function requireLeadInUse(accountId: number, leadId: number) {
  return onlyIf(
    LeadEntity.delete(leadKey(accountId, leadId)).where((row, op) => op.exists(row.email)),
  );
}

/** For a transaction: removes a lead, refused when it has changed since it was read. */
export function removeLead(lead: LeadRecord) {
  return LeadEntity.delete(leadKey(lead.accountId, lead.leadId)).where(({ revision }, { eq }) =>
    eq(revision, lead.revision),
  );
}

/**
 * What would change if these details were added to a lead: empty fields are filled, full ones replaced only with
 * `overwrite`. Custom fields that find no room any more are left out. Undefined when nothing changes.
 */
export function mergeDetails(
  lead: LeadRecord,
  details: LeadDetails,
  overwrite: boolean,
): LeadChanges | undefined {
  const isWanted = (before: string | undefined, after: string | undefined) =>
    Boolean(after) && after !== before && (overwrite || !before);
  const changes: LeadChanges = {};
  for (const field of LEAD_FIELDS) {
    if (field !== "email" && isWanted(lead[field], details[field])) changes[field] = details[field];
  }
  const before = customFieldsOf(lead);
  const after = { ...before };
  for (const [name, value] of Object.entries(details.custom_fields ?? {})) {
    if (!isWanted(before[name], value)) continue;
    const wider = { ...after, [name]: value };
    if (Object.keys(wider).length > MAX_CUSTOM_FIELDS || customBytes(wider) > MAX_CUSTOM_BYTES) {
      continue;
    }
    after[name] = value;
    changes.custom_fields = after;
  }
  return Object.keys(changes).length > 0 ? changes : undefined;
}

const customFieldsOf = (lead: LeadRecord) => lead.custom_fields as Record<string, string>;

const ownValuesOf = (record: LeadRecord): Pick<Lead, "own_values"> => {
  const own = Object.entries(ownOf(record));
  if (own.length === 0) return {};
  return {
    own_values: own.map(([id, values]) => ({ campaign_id: Number(id), ...valuesOf(values) })),
  };
};

export function toLead(record: LeadRecord): Lead {
  const fields = Object.fromEntries(
    LEAD_FIELDS.flatMap((field) => (record[field] ? [[field, record[field]]] : [])),
  );
  return {
    ...fields,
    id: record.leadId,
    email: record.email,
    custom_fields: customFieldsOf(record),
    category_id: record.categoryId ?? NOT_ASSIGNED,
    tag_ids: [...(record.tagIds ?? [])].sort((a, b) => a - b),
    campaign_ids: [...(record.campaignIds ?? [])].sort((a, b) => a - b),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    ...ownValuesOf(record),
    ...(record.bouncedAt ? { bounced_at: record.bouncedAt } : {}),
    ...(record.importId === undefined ? {} : { import_id: record.importId }),
  };
}
