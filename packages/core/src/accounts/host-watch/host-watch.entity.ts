import { client, table } from "@thaw/data/table";
import { Entity, type EntityItem } from "electrodb";
import { INSTANT } from "../../instant-attribute.ts";
import { HOST_KINDS } from "./host-watch.schema.ts";

export const HOST_SHARDS = 2;

/**
 * A host that the edge serves or may serve: of a white label or of tracked links. Its status is kept with its owner.
 *
 * A host that was given up stays until the edge has forgotten it. `byDue` tells the clock which hosts to check.
 */
export const HostWatchEntity = new Entity(
  {
    model: { service: "thaw", entity: "hostWatch", version: "1" },
    attributes: {
      host: { type: "string", required: true },
      /** What it is for, or was when it was given up. */
      kind: { type: HOST_KINDS, required: true },
      watchShard: { type: "number", required: true },
      nextAt: { type: INSTANT, required: true },
      /** Looks that brought nothing while it waits, or failed: each is longer after the one before. */
      tries: { type: "number", required: true },
      /** Counts whatever happened to the host, so that a look which began before it does not have the last word. */
      round: { type: "number", required: true },
      /** Who looks has until then; a later worker takes over. */
      busyUntil: { type: INSTANT },
    },
    indexes: {
      byHost: {
        pk: { field: "pk", composite: ["host"] },
        sk: { field: "sk", composite: [] },
      },
      byDue: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["watchShard"] },
        sk: { field: "gsi1sk", composite: ["nextAt"] },
      },
    },
  },
  { client, table },
);

export type HostWatch = EntityItem<typeof HostWatchEntity>;
