import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";

/** The language model that an account uses, and its own encrypted API key. */
export const AiSettingsEntity = new Entity(
  {
    model: { service: "thaw", entity: "aiSettings", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      model: { type: "string" },
      sealedKey: { type: "string" },
      /** What may be shown of the key. */
      keyEnd: { type: "string" },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);

export const aiSettingsErasure = erasedWithAccount(["settings"], AiSettingsEntity);
