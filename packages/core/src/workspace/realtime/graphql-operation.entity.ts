import { client, table } from "@thaw/data/table";
import { Entity, type EntityItem } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";

/** A GraphQL operation on an open websocket. A live one stays until either side ends it. */
export const GraphqlOperationEntity = new Entity(
  {
    model: { service: "thaw", entity: "graphqlOperation", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      connectionId: { type: "string", required: true },
      /** The client's own. */
      operationId: { type: "string", required: true },
      userId: { type: "number", required: true },
      sessionId: { type: "string", required: true },
      /** What was asked, as JSON. */
      request: { type: "string", required: true },
      /** Of live ones: the user whose changes it is told. */
      watchedUserId: { type: "number" },
      /** A hash of what it was sent last. */
      told: { type: "string" },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        // API Gateway's ids and those of clients tell upper from lower case.
        sk: { field: "sk", composite: ["connectionId", "operationId"], casing: "none" },
      },
    },
  },
  { client, table },
);

export type GraphqlOperationRecord = EntityItem<typeof GraphqlOperationEntity>;

export const graphqlOperationErasure = erasedWithAccount(
  ["credentials", "users"],
  GraphqlOperationEntity,
);
