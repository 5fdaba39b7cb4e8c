import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

const count = { type: "number" } as const;

/** How many LinkedIn tasks one LinkedIn account got on one date of the account's timezone, by action. */
export const LinkedInDayEntity = new Entity(
  {
    model: { service: "thaw", entity: "linkedinDay", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      /** 0: the one that campaigns work from which have chosen none. */
      linkedinId: { type: "number", required: true },
      day: { type: "string", required: true },
      LI_VIEW: count,
      LI_CONNECT: count,
      LI_MESSAGE: count,
      LI_INMAIL: count,
      LI_ACTIVITY: count,
      ttl: { type: "number" },
    },
    indexes: {
      byDay: {
        pk: { field: "pk", composite: ["accountId", "linkedinId", "day"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
