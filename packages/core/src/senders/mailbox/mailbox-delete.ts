import * as v from "valibot";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import { operation } from "../../operation.ts";
import { MailboxId } from "./mailbox.schema.ts";
import { removeMailbox } from "./mailbox-connect.ts";
import { requireMailbox } from "./mailbox-record.ts";

/** Disconnects a mailbox for good: nothing is sent or read from it any more and its secrets are erased. */
export const deleteMailbox = operation({
  permission: "mailboxes:write",
  input: MailboxId,
  output: v.object({ id: v.number() }),
  async run(actor, { mailbox_id }) {
    const mailbox = await requireMailbox(actor.accountId, mailbox_id);
    const act = recordAct(actor, { action: "mailbox_deleted", target: mailbox.email });
    await removeMailbox(mailbox, [act]);
    return { id: mailbox_id };
  },
});
