import { client, table } from "@thaw/data/table";
import { REFUSAL_CAUSES } from "@thaw/mail/refusal/refusal-cause.schema";
import { CustomAttributeType, Entity } from "electrodb";
import { MESSAGE_STATES, type MessageFailure } from "./message.schema.ts";

/** One mail of a campaign to a lead. Bodies are not kept: version, variant and lead render the same text again. */
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
      scheduledAt: { type: "string", required: true },
      /** The instant that the step fell due, kept so that an unscheduled message goes back to the same place. */
      dueAt: { type: "string" },
      /** When the month of the plan began that it was taken from. */
      month: { type: "string" },
      attempts: { type: "number" },
      /** Which hand-over holds the message, and until when it may be believed to be at work. */
      fence: { type: "string" },
      leaseUntil: { type: "string" },
      subject: { type: "string" },
      /** The `Message-ID` with its angle brackets. */
      messageId: { type: "string" },
      sentAt: { type: "string" },
      /** What keeps it from leaving, or has kept it at its last try. */
      failure: { type: CustomAttributeType<MessageFailure>("any") },
      /** It was UNKNOWN until something proved that it had left. */
      wasUnknown: { type: "boolean" },
      openedAt: { type: "string" },
      openCount: { type: "number" },
      clickedAt: { type: "string" },
      repliedAt: { type: "string" },
      bouncedAt: { type: "string" },
      /** Who has to act on it. */
      bounceCause: { type: REFUSAL_CAUSES },
      /** When it first came back for now, how often it did, and how often it was sent again for that. */
      softBouncedAt: { type: "string" },
      softBounces: { type: "number" },
      resends: { type: "number" },
      unsubscribedAt: { type: "string" },
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
