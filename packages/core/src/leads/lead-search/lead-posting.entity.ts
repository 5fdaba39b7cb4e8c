import { client, table } from "@thaw/data/table";
import { Entity, type EntityItem } from "electrodb";

/**
 * That a lead has a word: made from the lead's record by the stream. Partitions are ranges of ids, so that a search goes through
 * an account in the order of its lists; they are parted by shard as leads are, so that an import does not heat one.
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
