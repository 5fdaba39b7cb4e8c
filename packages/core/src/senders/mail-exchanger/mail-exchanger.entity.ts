import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** The service that receives a domain's email, as DNS said within two weeks. It is the same for every account. */
export const MailExchangerEntity = new Entity(
  {
    model: { service: "thaw", entity: "mailExchanger", version: "1" },
    attributes: {
      /** In lower case. */
      domain: { type: "string", required: true },
      /** Absent: nobody receives its mail, or nobody could be asked. */
      family: { type: "string" },
      /** Looked up again from then on. */
      staleAt: { type: "string", required: true },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byDomain: {
        pk: { field: "pk", composite: ["domain"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
