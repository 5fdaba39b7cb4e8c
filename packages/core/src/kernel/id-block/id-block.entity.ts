import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** The last id that was given out, by account and kind. `scope` is an account id or "global". */
export const IdBlockEntity = new Entity(
  {
    model: { service: "thaw", entity: "idBlock", version: "1" },
    attributes: {
      scope: { type: "string", required: true },
      kind: { type: "string", required: true },
      last: { type: "number" },
    },
    indexes: {
      byKind: {
        pk: { field: "pk", composite: ["scope"] },
        sk: { field: "sk", composite: ["kind"] },
      },
    },
  },
  { client, table },
);
