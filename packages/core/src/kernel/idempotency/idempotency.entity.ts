import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** A request with an Idempotency-Key and its response, for a day. Only the hash of the key is kept. See decision 15. */
export const IdempotencyEntity = new Entity(
  {
    model: { service: "thaw", entity: "idempotency", version: "1" },
    attributes: {
      /** As in `callerOf`. */
      caller: { type: "string", required: true },
      keyHash: { type: "string", required: true },
      /** Of method, address and body. */
      fingerprint: { type: "string", required: true },
      /** Identifies the run that holds the request. */
      run: { type: "string", required: true },
      /** Epoch milliseconds: a run without an answer is dead from then on. */
      leaseEndsAt: { type: "number", required: true },
      /** Of HTTP; absent while it runs. */
      status: { type: "number" },
      /** Absent where it was too long to be kept. */
      body: { type: "string" },
      /** Epoch milliseconds. */
      expiresAt: { type: "number", required: true },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byKey: {
        pk: { field: "pk", composite: ["caller", "keyHash"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
