import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { CONNECTION_STATES, PROVIDERS, SECURITIES } from "./mailbox.schema.ts";

const server = {
  type: "map",
  required: true,
  properties: {
    host: { type: "string", required: true },
    port: { type: "number", required: true },
    security: { type: SECURITIES, required: true },
    user: { type: "string", required: true },
    /** An encrypted envelope; see secret. */
    secret: { type: "string", required: true },
  },
} as const;

/** A sender's mailbox: settings, sealed logins, and where reading stands. What changes with every mail is in the slot. */
export const MailboxEntity = new Entity(
  {
    model: { service: "thaw", entity: "mailbox", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      mailboxId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      provider: { type: PROVIDERS, required: true },
      email: { type: "string", required: true },
      fromName: { type: "string", required: true },
      smtp: server,
      imap: server,
      signature: { type: "string" },
      dailyLimit: { type: "number", required: true },
      minGapMinutes: { type: "number", required: true },
      connectionState: { type: CONNECTION_STATES, required: true },
      /** The newest failures first: { at, protocol, message }. */
      failures: { type: "any" },
      consecutiveFailures: { type: "number" },
      /** Whether the provider puts what we send into Sent by itself; absent while not yet seen. */
      keepsSent: { type: "boolean" },
      /** By folder role: { path, uidValidity, lastUid, modseq }. */
      cursors: { type: "any" },
      polledAt: { type: "string" },
      pollShard: { type: "number" },
      nextPollAt: { type: "string" },
      pollLockedUntil: { type: "string" },
      createdAt: { type: "string", required: true },
      createdBy: { type: "number", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["mailboxId"] },
      },
      byNextPoll: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["pollShard"] },
        sk: { field: "gsi1sk", composite: ["nextPollAt"] },
      },
    },
  },
  { client, table },
);
