import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { BOX_ATTRIBUTES, BOX_INDEXES } from "./thread-box.ts";

/**
 * A further list that a conversation is in besides its folder: of its campaign, of its category, "sent" or "reminders".
 *
 * It is written only in the transactions of the thread: "sent" once a user replied, "reminders" while it has some.
 */
export const ThreadListingEntity = new Entity(
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
