import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { BOX_ATTRIBUTES, BOX_INDEXES } from "./thread-box.ts";

/**
 * Another list that a thread is in besides its own folder: its campaign's, its category's, "sent" once somebody answered, and
 * "reminders" while it has some.
 * Written in the thread's transactions and by nothing else.
 */
export const ThreadPlaceEntity = new Entity(
  {
    model: { service: "thaw", entity: "threadListing", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      threadId: { type: "number", required: true },
      place: {
        type: [
          "campaign",
          "sent",
          "sent-in-campaign",
          "category",
          "reminders",
          "reminders-in-campaign",
        ] as const,
        required: true,
      },
      ...BOX_ATTRIBUTES,
    },
    indexes: {
      byThread: {
        pk: { field: "pk", composite: ["accountId", "threadId"] },
        sk: { field: "sk", composite: ["place"] },
      },
      ...BOX_INDEXES,
    },
  },
  { client, table },
);
