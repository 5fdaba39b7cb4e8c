import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** How many emails an account has sent to one domain in one hour (UTC), by campaigns that limit this. */
export const DomainRateLimitEntity = new Entity(
  {
    model: { service: "thaw", entity: "domainRateLimit", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      /** Of the recipient, in lower case. */
      domain: { type: "string", required: true },
      /** "2026-03-02T09". */
      hour: { type: "string", required: true },
      /** Sent. */
      count: { type: "number" },
      /** For this hour, sent or not. */
      planned: { type: "number" },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byDomain: {
        pk: { field: "pk", composite: ["accountId", "domain"] },
        sk: { field: "sk", composite: ["hour"] },
      },
    },
  },
  { client, table },
);
