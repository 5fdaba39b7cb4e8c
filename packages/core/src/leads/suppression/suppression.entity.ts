import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { SUPPRESSION_SOURCES } from "./suppression.schema.ts";

/** The client of entries that hold for every campaign of the account. */
export const ACCOUNT_LIST = 0;
/** Beyond every id of a user. */
export const LAST_CLIENT = 999_999_999_999;

/**
 * An address or domain on the block list of an account or of one client.
 *
 * `byDomainList` holds only domains: it tells whether a list has any.
 */
export const SuppressionEntity = new Entity(
  {
    model: { service: "thaw", entity: "suppression", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      /** Whose campaigns it holds for; 0: for all of the account's. */
      clientId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      /** Lower case; an address has an @, a domain has none. */
      value: { type: "string", required: true },
      source: { type: SUPPRESSION_SOURCES, required: true },
      campaignId: { type: "number" },
      createdAt: { type: "string", required: true },
      createdBy: { type: "number", required: true },
      /** "7.0": account and client. Of domains only. */
      domainList: { type: "string" },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["clientId", "value"] },
      },
      byDomainList: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["domainList"] },
        sk: { field: "gsi1sk", composite: ["value"] },
      },
    },
  },
  { client, table },
);

export const suppressionErasure = erasedWithAccount(["block_list"], SuppressionEntity);
