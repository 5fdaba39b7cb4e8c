import { client, table } from "@thaw/data/table";
import { Entity, type EntityItem } from "electrodb";

/**
 * A word of a lead for search by its beginning, derived from the lead's record by the stream. See decision 20.
 *
 * Partitions are ranges of ids, so that a search goes through an account in the order of its lists, and shards as those of leads
 * are, so that an import spreads its writes.
 */
export const LeadPostingEntity = new Entity(
  {
    model: { service: "thaw", entity: "leadPosting", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      range: { type: "number", required: true },
      shard: { type: "number", required: true },
      term: { type: "string", required: true },
      leadId: { type: "number", required: true, padding: { length: 12, char: "0" } },
    },
    indexes: {
      byTerm: {
        pk: { field: "pk", composite: ["accountId", "range", "shard"] },
        sk: { field: "sk", composite: ["term", "leadId"], casing: "none" },
      },
    },
  },
  { client, table },
);
export type LeadPosting = EntityItem<typeof LeadPostingEntity>;
