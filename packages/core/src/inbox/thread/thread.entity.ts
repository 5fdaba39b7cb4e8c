import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import { THREAD_STATES } from "./thread.schema.ts";
import { BOX_ATTRIBUTES, BOX_INDEXES } from "./thread-box.ts";

/** A conversation with one person through one mailbox. Its state decides in which folder it is listed. */
export const ThreadEntity = new Entity(
  {
    model: { service: "thaw", entity: "thread", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      threadId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      /** What it is found by: "lead:5:12", or its first mail's; a claim. */
      threadKey: { type: "string" },
      mailboxId: { type: "number", required: true },
      mailboxEmail: { type: "string", required: true },
      campaignId: { type: "number" },
      leadId: { type: "number" },
      /** The campaign mail that was answered first. */
      sendId: { type: "string" },
      email: { type: "string", required: true },
      name: { type: "string", required: true },
      subject: { type: "string", required: true },
      snippet: { type: "string", required: true },
      lastAt: { type: "string", required: true },
      /** Message-ID and References of the newest message, which an answer continues. */
      lastMessageId: { type: "string" },
      references: { type: "list", items: { type: "string" } },
      state: { type: THREAD_STATES, required: true },
      isUnread: { type: "boolean", required: true },
      /** When someone last answered by hand. */
      answeredAt: { type: "string" },
      categoryId: { type: "number", required: true },
      /** The user who chose the category, and when; 0: the product did. */
      categoryBy: { type: "number" },
      categoryAt: { type: "string" },
      /** They asked to get no more mail: when they are unsubscribed unless someone says no. */
      removalDueAt: { type: "string" },
      /** "2026-03-02T09:00:00.000Z#12": when, and which reminder; until someone dismisses it. */
      reminders: { type: "list", items: { type: "string" } },
      /** Moves with every change: what someone read is either still true or not. */
      revision: { type: "number", required: true },
      ...BOX_ATTRIBUTES,
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["threadId"] },
      },
      ...BOX_INDEXES,
    },
  },
  { client, table },
);

export const threadIds = idSequence("thread");
