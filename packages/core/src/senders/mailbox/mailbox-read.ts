import { recordsOf } from "@thaw/data/records";
import type { EntityItem } from "electrodb";
import type { MailboxKey } from "../send-slot/send-slot.ts";
import { MailboxEntity } from "./mailbox.entity.ts";

const mailboxes = recordsOf<EntityItem<typeof MailboxEntity>, MailboxKey>(MailboxEntity);

/** A mailbox, to be read together with records of other features. */
export const mailboxRead = (accountId: number, mailboxId: number) =>
  mailboxes.read({ accountId, mailboxId });
