import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { INSTANT } from "../../instant-attribute.ts";

/**
 * The hot row of a mailbox: when it can send again, how much it sent today, and which worker holds its connection.
 *
 * See decisions 25 and 37. There is one partition a mailbox.
 */
export const SendSlotEntity = new Entity(
  {
    model: { service: "thaw", entity: "sendSlot", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      mailboxId: { type: "number", required: true },
      /** Only "on" sends: follows the connection state and the user's switch. */
      sending: { type: ["on", "off"] as const, required: true },
      dailyLimit: { type: "number", required: true },
      minGapMs: { type: "number", required: true },
      /** The account's local date that the two counts below belong to. */
      day: { type: "string", required: true },
      sentToday: { type: "number", required: true },
      /** Planned and not yet sent, failed or given up. */
      pending: { type: "number", required: true },
      nextFreeAt: { type: INSTANT, required: true },
      /** The last instant that a plan has reserved: a campaign with a wider gap keeps its distance from it. */
      lastSlotAt: { type: INSTANT },
      lastSendAt: { type: INSTANT, required: true },
      /** Until then someone else than a campaign may have the mailbox's connection; absent once it was given back. */
      asideUntil: { type: INSTANT },
      revision: { type: "number", required: true },
      /** After repeated trouble of the mailbox itself: closed until then. */
      closedUntil: { type: INSTANT },
      troubles: { type: "number" },
      troubleSince: { type: INSTANT },
      closures: { type: "number" },
      /** The latest mails that were refused for their sender: { key, at, isCounted }. */
      senderRefusals: { type: "any" },
    },
    indexes: {
      byMailbox: {
        pk: { field: "pk", composite: ["accountId", "mailboxId"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
