import { client, table } from "@thaw/data/table";
import { REFUSAL_CAUSES } from "@thaw/mail/refusal/refusal-cause.schema";
import { Entity } from "electrodb";
import { INSTANT } from "../../instant-attribute.ts";
import { EVENT_KINDS } from "./event.schema.ts";

/** Something that happened in a campaign: sent, opened, replied, bounced and so on. Events are only added. */
export const EventEntity = new Entity(
  {
    model: { service: "thaw", entity: "event", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      campaignId: { type: "number", required: true },
      /** UTC date of `at`. */
      day: { type: "string", required: true },
      at: { type: INSTANT, required: true },
      kind: { type: EVENT_KINDS, required: true },
      /** Makes a repeat of the same event the same record. */
      key: { type: "string", required: true },
      /** The UTC date that figures count it under: that of the send which it answers (D13). */
      countedOn: { type: "string" },
      leadId: { type: "number" },
      step: { type: "number" },
      variant: { type: "string" },
      mailboxId: { type: "number" },
      sendId: { type: "string" },
      amount: { type: "number" },
      /** A mail that was its lead's last: the lead is finished with it. */
      endsLead: { type: "boolean" },
      /** More than 7 days after the send that it answers. */
      isLate: { type: "boolean" },
      /** Of a program's visit that was counted as a person's open or click before: the figures take that back. */
      takesBack: { type: "boolean" },
      /** Of a reply's category: 1 where it became positive, -1 where it ceased to be. */
      positive: { type: "number" },
      /** Of a mail that was refused or came back: who has to act. */
      cause: { type: REFUSAL_CAUSES },
      detail: { type: "string" },
      actorId: { type: "number" },
    },
    indexes: {
      byDay: {
        pk: { field: "pk", composite: ["accountId", "campaignId", "day"] },
        sk: { field: "sk", composite: ["at", "kind", "key"], casing: "none" },
      },
    },
  },
  { client, table },
);
