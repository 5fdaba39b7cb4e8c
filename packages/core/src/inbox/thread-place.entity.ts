import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/**
 * Another list that a thread is in besides its own folder: its campaign's, its category's, "sent" once somebody answered, and
 * "reminders" while it has some.
 * Written in the thread's transactions and by nothing else.
 */
export const ThreadPlaceEntity = new Entity(
  {
    model: { service: "thaw", entity: "threadPlace", version: "1" },
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
      /** "7.5.inbox": the campaign's part of a folder; "7.sent". Listed by `boxAt`. */
      box: { type: "string", required: true },
      boxAt: { type: "string", required: true },
      unreadBox: { type: "string" },
      unreadAt: { type: "string" },
    },
    indexes: {
      byThread: {
        pk: { field: "pk", composite: ["accountId", "threadId"] },
        sk: { field: "sk", composite: ["place"] },
      },
      byUnread: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["unreadBox"] },
        sk: { field: "gsi1sk", composite: ["unreadAt"] },
      },
      byBox: {
        index: "gsi2",
        pk: { field: "gsi2pk", composite: ["box"] },
        sk: { field: "gsi2sk", composite: ["boxAt"] },
      },
    },
  },
  { client, table },
);
