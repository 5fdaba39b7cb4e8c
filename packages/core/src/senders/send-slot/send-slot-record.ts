import { SendSlotEntity } from "./send-slot.entity.ts";

/** A change of a slot that exists; the caller adds what is set, and on which condition. */
export const patchSlot = (key: { accountId: number; mailboxId: number }) =>
  SendSlotEntity.patch(key);
