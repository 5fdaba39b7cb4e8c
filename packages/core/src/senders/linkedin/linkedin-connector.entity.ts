import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** The service that works an account's LinkedIn accounts, and its encrypted secret. See docs/linkedin-connector.md. */
export const LinkedInConnectorEntity = new Entity(
  {
    model: { service: "thaw", entity: "linkedinConnector", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      url: { type: "string", required: true },
      /** An encrypted envelope; see secret. */
      sealedSecret: { type: "string", required: true },
      /** What may be shown of the secret. */
      secretEnd: { type: "string", required: true },
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
