import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

const text = { type: "string" } as const;

/**
 * A person whom campaigns email, once per address and account. See decision 30 for values by campaign.
 *
 * A claim holds the address. Fields of the person have the names of the API.
 */
export const LeadEntity = new Entity(
  {
    model: { service: "thaw", entity: "lead", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      shard: { type: "number", required: true },
      leadId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      email: { type: "string", required: true },
      /** Addresses that it had before, the last last: an erasure of the person reaches them too. */
      earlierEmails: { type: "list", items: { type: "string" } },
      first_name: text,
      last_name: text,
      phone_number: text,
      company_name: text,
      website: text,
      linkedin_profile: text,
      location: text,
      custom_fields: { type: "any", required: true },
      /** By campaign: the values of those that do not share the ones above; see decision 30. */
      own: { type: "any" },
      campaignIds: { type: "set", items: "number" },
      /** Those that it was taken out of, which keep what they sent, and whether one of them had written to it. */
      leftCampaignIds: { type: "set", items: "number" },
      wasContacted: { type: "boolean" },
      /** Some may be of tags that are deleted. */
      tagIds: { type: "set", items: "number" },
      /** Address, name and company in small letters: what a search looks into. */
      searched: text,
      /** "7.acme.example", listed by `companyPlace`; absent where a provider gives addresses to everyone. */
      companyBox: text,
      /** The lead's id: keys of an index are attributes of their own. */
      companyPlace: text,
      createdAt: { type: "string", required: true },
      updatedAt: { type: "string", required: true },
      /** Counts writes, so that one that was computed from an older state is refused. */
      revision: { type: "number", required: true },
      bouncedAt: text,
      /** Absent: not assigned. */
      categoryId: { type: "number" },
      /** What brought the lead into the account. */
      importId: { type: "number" },
      importRow: { type: "number" },
      /** The last import that changed its fields: its first row with the address wins. */
      changedByImportId: { type: "number" },
    },
    indexes: {
      byId: {
        pk: { field: "pk", composite: ["accountId", "shard"] },
        sk: { field: "sk", composite: ["leadId"] },
      },
      byCompany: {
        index: "gsi2",
        pk: { field: "gsi2pk", composite: ["companyBox"] },
        sk: { field: "gsi2sk", composite: ["companyPlace"] },
      },
    },
  },
  { client, table },
);
