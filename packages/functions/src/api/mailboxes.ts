import { changeMailboxes } from "@thaw/core/senders/mailbox/change-mailboxes";
import { listLateMailboxes } from "@thaw/core/senders/mailbox/list-late-mailboxes";
import { getMailbox, listMailboxes, updateMailbox } from "@thaw/core/senders/mailbox/mailbox";
import { connectMailbox } from "@thaw/core/senders/mailbox/mailbox-connect";
import { deleteMailbox } from "@thaw/core/senders/mailbox/mailbox-delete";
import { reconnectMailbox } from "@thaw/core/senders/mailbox/mailbox-reconnect";
import {
  checkTrackingDomain,
  removeTrackingDomain,
  setTrackingDomain,
} from "@thaw/core/senders/tracking-domain/tracking-domain";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const mailboxes = new Hono<ApiEnv>()
  .basePath("/api/mailboxes")
  .get("/", respond(listMailboxes))
  .post("/", respond(connectMailbox, 201))
  .post("/bulk", respond(changeMailboxes))
  .get("/late", respond(listLateMailboxes))
  .get("/:mailbox_id", respond(getMailbox))
  .patch("/:mailbox_id", respond(updateMailbox))
  .put("/:mailbox_id/tracking-domain", respond(setTrackingDomain))
  .delete("/:mailbox_id/tracking-domain", respond(removeTrackingDomain))
  .post("/:mailbox_id/tracking-domain/check", respond(checkTrackingDomain))
  .post("/:mailbox_id/reconnect", respond(reconnectMailbox))
  .delete("/:mailbox_id", respond(deleteMailbox));
