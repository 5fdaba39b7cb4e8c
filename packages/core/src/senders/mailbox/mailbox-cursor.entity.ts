import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { INSTANT } from "../../instant-attribute.ts";

/** How far a mailbox has been read. It is written when there was something to read, else every ten minutes. */
export const MailboxCursorEntity = new Entity(
  {
    model: { service: "thaw", entity: "mailboxCursor", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      mailboxId: { type: "number", required: true },
      /** By folder role: { path, uidValidity, lastUid, uidNext, modseq }. */
      cursors: { type: "any" },
      /** Whether the provider puts what we send into Sent by itself; absent while not yet seen. */
      keepsSent: { type: "boolean" },
      /** When every folder was last read to its end; up to ten minutes earlier where nothing was found since. */
      readAt: { type: INSTANT },
      /** How often in a row its server did not answer, and until when it is left alone for that. */
      failures: { type: "number" },
      retryAt: { type: INSTANT },
      /** When a person last asked for a look at once. */
      askedAt: { type: INSTANT },
      /** Of two polls at once the slower one moves nothing. */
      revision: { type: "number" },
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
