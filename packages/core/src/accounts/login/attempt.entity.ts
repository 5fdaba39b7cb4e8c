import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** How often something was tried in the present window: logins, codes, sign-ups and emails to strangers. See decision 29. */
export const AttemptEntity = new Entity(
  {
    model: { service: "thaw", entity: "attempt", version: "1" },
    attributes: {
      kind: { type: "string", required: true },
      subject: { type: "string", required: true },
      count: { type: "number", required: true },
      /** Epoch milliseconds. */
      windowEndsAt: { type: "number", required: true },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      bySubject: {
        pk: { field: "pk", composite: ["kind", "subject"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
