import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** Figures of a campaign or a mailbox over a period: "total" or a UTC date. They are derived from events. See decision 2. */
export const CounterEntity = new Entity(
  {
    model: { service: "thaw", entity: "counter", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      subject: { type: "string", required: true },
      period: { type: "string", required: true },
      /** "sent", and by step and variant "sent.1.A". */
      counts: { type: "any" },
      /** The events counted last, so that a batch that is delivered again is not counted again. See `CountedIds`. */
      counted: { type: "any" },
      revision: { type: "number", required: true },
    },
    indexes: {
      bySubject: {
        pk: { field: "pk", composite: ["accountId", "subject"] },
        sk: { field: "sk", composite: ["period"] },
      },
    },
  },
  { client, table },
);
