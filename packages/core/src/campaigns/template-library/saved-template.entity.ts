import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import { TEMPLATE_KINDS } from "./saved-template.schema.ts";

/** An email or a snippet that was saved for later. A claim holds its name. */
export const SavedTemplateEntity = new Entity(
  {
    model: { service: "thaw", entity: "savedTemplate", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      templateId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      kind: { type: TEMPLATE_KINDS, required: true },
      name: { type: "string", required: true },
      subject: { type: "string", required: true },
      body: { type: "string", required: true },
      attachments: { type: "any" },
      /** The beginning of the text, for lists. */
      snippet: { type: "string", required: true },
      /** A line of the catalogue; an English sentence before there were such lines. */
      error: { type: "string" },
      /** Some may be of tags that are deleted. */
      tagIds: { type: "set", items: "number" },
      revision: { type: "number", required: true },
      createdAt: { type: "string", required: true },
      createdBy: { type: "number", required: true },
      updatedAt: { type: "string", required: true },
      updatedBy: { type: "number", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["templateId"] },
      },
    },
  },
  { client, table },
);

export const templateIds = idSequence("template");
