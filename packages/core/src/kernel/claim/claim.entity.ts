import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** A value that is taken, and the record that has it: this makes a value unique. `scope` is an account id or "global". */
export const ClaimEntity = new Entity(
  {
    model: { service: "thaw", entity: "claim", version: "1" },
    attributes: {
      scope: { type: "string", required: true },
      kind: { type: "string", required: true },
      value: { type: "string", required: true },
      accountId: { type: "number", required: true },
      ownerId: { type: "number", required: true },
    },
    indexes: {
      byValue: {
        pk: { field: "pk", composite: ["scope", "kind", "value"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
