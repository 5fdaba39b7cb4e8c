import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { COLORS } from "../../color.schema.ts";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import { SENTIMENTS } from "./category.schema.ts";

/**
 * A category of conversations that an account has defined.
 *
 * One claim holds its name, another its number among those that an account may have.
 */
export const CategoryEntity = new Entity(
  {
    model: { service: "thaw", entity: "category", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      categoryId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      name: { type: "string", required: true },
      sentiment: { type: SENTIMENTS, required: true },
      color: { type: COLORS, required: true },
      place: { type: "number", required: true },
      createdAt: { type: "string", required: true },
      createdBy: { type: "number", required: true },
      /** Nothing can get the category any more; what has it is being moved away. */
      deletingAt: { type: "string" },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["categoryId"] },
      },
    },
  },
  { client, table },
);

/** Categories up to 9 are built in. */
export const categoryIds = idSequence("category", { first: 10 });
