import { client, table } from "@thaw/data/table";
import { Entity, type EntityItem } from "electrodb";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import { KEY_ACCESS } from "./api-key.schema.ts";

/** An API key of an account: its hash, its permissions and its end. The key itself is not kept. */
export const ApiKeyEntity = new Entity(
  {
    model: { service: "thaw", entity: "apiKey", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      /** 0: the one that the profile shows. */
      keyId: { type: "number", required: true },
      name: { type: "string", required: true },
      /** Its place among the few that an account may have; the profile's key has none. */
      place: { type: "number" },
      keyHash: { type: "string", required: true },
      /** The key's last four characters. */
      ending: { type: "string", required: true },
      /** Of the key that this one replaces: it works until then. */
      replacedHash: { type: "string" },
      replacedUntil: { type: "string" },
      access: { type: KEY_ACCESS, required: true },
      /** Of access "chosen". */
      permissions: { type: "list", items: { type: "string" } },
      createdAt: { type: "string", required: true },
      /** What the key may do is never more than this user may do at that moment. */
      createdBy: { type: "number", required: true },
      expiresAt: { type: "string" },
      lastUsedAt: { type: "string" },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["keyId"] },
      },
    },
  },
  { client, table },
);

export type ApiKeyRecord = EntityItem<typeof ApiKeyEntity>;

export const apiKeyIds = idSequence("api-key");
