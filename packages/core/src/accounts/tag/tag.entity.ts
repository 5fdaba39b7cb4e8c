import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { COLORS } from "../../color.schema.ts";
import { idSequence } from "../../kernel/id-block/id-block.ts";

/**
 * A tag for campaigns, leads, mailboxes and templates, which keep its id.
 *
 * Claims hold its name and its number among those that an account may have.
 */
export const TagEntity = new Entity(
  {
    model: { service: "thaw", entity: "tag", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      tagId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      name: { type: "string", required: true },
      color: { type: COLORS, required: true },
      place: { type: "number", required: true },
      createdAt: { type: "string", required: true },
      createdBy: { type: "number", required: true },
      /** Shown nowhere any more; can be restored while the record is there. */
      deletedAt: { type: "string" },
      ttl: { type: "number" },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["tagId"] },
      },
    },
  },
  { client, table },
);

export const tagIds = idSequence("tag");
