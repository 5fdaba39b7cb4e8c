import { client, table } from "@thaw/data/table";
import { REFUSAL_CAUSES } from "@thaw/mail/refusal/refusal-cause.schema";
import { CustomAttributeType, Entity } from "electrodb";
import { INSTANT } from "../../instant-attribute.ts";
import { MESSAGE_STATES, type MessageFailure } from "./message.schema.ts";

/**
 * One email of a campaign to a lead and the state of sending it, from the moment when sending begins. See decision 21.
 *
 * Bodies are not kept: version, variant and lead render the same text again.
 */
export const MessageEntity = new Entity(
  {
    model: { service: "thaw", entity: "message", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      sendId: { type: "string", required: true },
      campaignId: { type: "number", required: true },
      leadId: { type: "number", required: true },
      step: { type: "number", required: true },
      variant: { type: "string", required: true },
      sequenceVersion: { type: "number", required: true },
      mailboxId: { type: "number", required: true },
      status: { type: MESSAGE_STATES, required: true },
      scheduledAt: { type: INSTANT, required: true },
      /** The instant that the step fell due, kept so that an unscheduled message goes back to the same place. */
      dueAt: { type: INSTANT },
      /** When the month of the plan began that it was taken from. */
      month: { type: INSTANT },
      attempts: { type: "number" },
      /** Which delivery holds the message, and until when it may be believed to be at work. */
      fence: { type: "string" },
      leaseUntil: { type: INSTANT },
      subject: { type: "string" },
      /** The `Message-ID` with its angle brackets. */
      messageId: { type: "string" },
      sentAt: { type: INSTANT },
      /** What keeps it from leaving, or has kept it at its last try. */
      failure: { type: CustomAttributeType<MessageFailure>("any") },
      /** It was UNKNOWN until something proved that it had left. */
      wasUnknown: { type: "boolean" },
      openedAt: { type: INSTANT },
      openCount: { type: "number" },
      clickedAt: { type: INSTANT },
      repliedAt: { type: INSTANT },
      bouncedAt: { type: INSTANT },
      /** Who has to act on it. */
      bounceCause: { type: REFUSAL_CAUSES },
      /** When it first came back for now, how often it did, and how often it was sent again for that. */
      softBouncedAt: { type: INSTANT },
      softBounces: { type: "number" },
      resends: { type: "number" },
      unsubscribedAt: { type: INSTANT },
    },
    indexes: {
      bySendId: {
        // Send ids are base64url: their case matters.
        pk: { field: "pk", composite: ["accountId", "sendId"], casing: "none" },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
