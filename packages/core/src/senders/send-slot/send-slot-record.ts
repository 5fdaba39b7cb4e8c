import { MailboxSlotEntity } from "./send-slot.entity.ts";

type Key = { accountId: number; mailboxId: number };

/** To be read with `go`. */
export const readSlot = (key: Key) => MailboxSlotEntity.get(key);

/** A change of a slot that exists; the caller adds what is set, and on which condition. */
export const patchSlot = (key: Key) => MailboxSlotEntity.patch(key);
