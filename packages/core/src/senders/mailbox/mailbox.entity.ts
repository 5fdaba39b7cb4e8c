import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { INSTANT } from "../../instant-attribute.ts";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import { TRACKING_STATES } from "../tracking-domain/tracking-domain.schema.ts";
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

/**
 * A mailbox that sends and receives: settings, encrypted logins and connection state.
 *
 * What changes with every email is in its slot and its cursor.
 */
export const MailboxEntity = new Entity(
  {
    model: { service: "thaw", entity: "mailbox", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      mailboxId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      provider: { type: PROVIDERS, required: true },
      email: { type: "string", required: true },
      fromName: { type: "string", required: true },
      /** For searching: the table compares letters as they are. */
      nameFolded: {
        type: "string",
        watch: ["fromName"],
        set: (_, { fromName }) => fromName?.toLowerCase(),
      },
      smtp: server,
      imap: server,
      signature: { type: "string" },
      dailyLimit: { type: "number", required: true },
      minGapMinutes: { type: "number", required: true },
      connectionState: { type: CONNECTION_STATES, required: true },
      /** The newest failures first: { at, protocol, message }. */
      failures: { type: "any" },
      consecutiveFailures: { type: "number" },
      /** In which minute it is read, of every five or of the half hour; absent while its login is refused. */
      pollMinute: { type: "number" },
      /** It is read every five minutes until then: campaigns send from it, or did in the last two weeks. */
      readOftenUntil: { type: INSTANT },
      createdAt: { type: "string", required: true },
      createdBy: { type: "number", required: true },
      /** Some may be of tags that are deleted. */
      tagIds: { type: "set", items: "number" },
      /** Members of limited access who reach it besides. */
      assigneeIds: { type: "set", items: "number" },
      /** The client of the agency whose it is. */
      clientId: { type: "number" },
      /** The host that its tracked links go by. */
      trackingHost: { type: "string" },
      trackingState: { type: TRACKING_STATES },
      trackingProblem: { type: "string" },
      trackingCheckedAt: { type: "string" },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["mailboxId"] },
      },
      byPollMinute: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["pollMinute"] },
        sk: { field: "gsi1sk", composite: ["accountId", "mailboxId"] },
      },
    },
  },
  { client, table },
);

export const mailboxIds = idSequence("mailbox");
