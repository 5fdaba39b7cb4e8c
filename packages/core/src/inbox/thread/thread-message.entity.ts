import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { INBOUND_KINDS, REPLY_STATUSES } from "./thread.schema.ts";

/** A received email or a reply of a user in a conversation. Its body is in the bucket. */
export const ThreadMessageEntity = new Entity(
  {
    model: { service: "thaw", entity: "threadMessage", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      threadId: { type: "number", required: true },
      at: { type: "string", required: true },
      /** Hash of the Message-ID; for an answer a random token. */
      messageKey: { type: "string", required: true },
      direction: { type: ["in", "out"] as const, required: true },
      from: { type: "string", required: true },
      to: { type: "string", required: true },
      subject: { type: "string", required: true },
      text: { type: "string", required: true },
      bodyKey: { type: "string" },
      /** The body holds more than `text`: quotes, or HTML. */
      hasWhole: { type: "boolean" },
      /** Something of it is to be seen in the body alone, not only other looks. */
      isShortened: { type: "boolean" },
      attachments: { type: "any" },
      tooLarge: { type: "boolean" },
      kind: { type: INBOUND_KINDS },
      messageId: { type: "string" },
      status: { type: REPLY_STATUSES },
      /** When an answer may leave: the end of its undo, or a later try. */
      leavesAt: { type: "string" },
      attempts: { type: "number" },
      fence: { type: "string" },
      leaseUntil: { type: "string" },
      /** What a server said, or a line of the catalogue. */
      failure: { type: "string" },
      createdBy: { type: "number" },
      /** The newest erasure that took someone's address out of it. */
      erasureId: { type: "number" },
    },
    indexes: {
      byThread: {
        pk: { field: "pk", composite: ["accountId", "threadId"] },
        sk: { field: "sk", composite: ["at", "messageKey"], casing: "none" },
      },
    },
  },
  { client, table },
);
