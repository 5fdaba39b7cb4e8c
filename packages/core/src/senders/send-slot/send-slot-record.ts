import { SendSlotEntity } from "./send-slot.entity.ts";

type Key = { accountId: number; mailboxId: number };

/** To be read with `go`. */
export const readSlot = (key: Key) => SendSlotEntity.get(key);

/** A change of a slot that exists; the caller adds what is set, and on which condition. */
export const patchSlot = (key: Key) => SendSlotEntity.patch(key);
