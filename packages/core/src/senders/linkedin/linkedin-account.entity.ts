import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import { LINKEDIN_PROGRESS } from "./linkedin.schema.ts";

/** A LinkedIn account from which campaigns work. A claim holds its profile within the account. */
export const LinkedInAccountEntity = new Entity(
  {
    model: { service: "thaw", entity: "linkedinAccount", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      linkedinId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      name: { type: "string", required: true },
      profileUrl: { type: "string", required: true },
      progress: { type: LINKEDIN_PROGRESS, required: true },
      /** What the connector said, or a line of the catalogue. */
      problem: { type: "string" },
      /** What the connector calls it, where that works it. */
      ref: { type: "string" },
      /** How often that refused it: a new try is a new request to it. */
      refusals: { type: "number" },
      createdAt: { type: "string", required: true },
      createdBy: { type: "number", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["linkedinId"] },
      },
    },
  },
  { client, table },
);

export const linkedinIds = idSequence("linkedin");
