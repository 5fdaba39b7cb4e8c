import * as v from "valibot";
import { operation } from "../operation.ts";
import { MailboxId } from "./mailbox.schema.ts";
import { requireMailbox } from "./mailbox.ts";
import { removeMailbox } from "./mailbox-connect.ts";

/** Disconnects a mailbox for good: nothing is sent or read from it any more and its secrets are erased. */
export const deleteMailbox = operation({
  permission: "mailboxes:write",
  input: MailboxId,
  output: v.object({ id: v.number() }),
  async run({ accountId }, { mailbox_id }) {
    await removeMailbox(await requireMailbox(accountId, mailbox_id));
    return { id: mailbox_id };
  },
});
