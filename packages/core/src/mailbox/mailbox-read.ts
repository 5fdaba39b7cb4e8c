import { pendingRead } from "@thaw/data/read-together";
import { MailboxEntity } from "./mailbox.entity.ts";

/** A mailbox, to be read together with records of other features. */
export const mailboxRead = (accountId: number, mailboxId: number) =>
  pendingRead(
    MailboxEntity.get({ accountId, mailboxId }),
    (Item) => MailboxEntity.parse({ Item }).data,
  );
