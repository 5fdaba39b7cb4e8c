import { commit, type PendingWrite } from "@thaw/data/transact";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { erasedWithUser } from "../../kernel/erasure/declare.ts";
import { PasskeyEntity } from "./passkey.entity.ts";
import { passkeyClaim, readPasskeys, slotClaim } from "./passkey-record.ts";

/** For a transaction: a user's passkeys open nothing any more. */
export async function dropPasskeys(userId: number): Promise<PendingWrite[]> {
  return (await readPasskeys(userId)).flatMap((passkey) => [
    dropClaim(passkeyClaim(passkey.passkeyId)),
    dropClaim(slotClaim(passkey)),
    PasskeyEntity.delete({ userId, passkeyId: passkey.passkeyId }),
  ]);
}

export const passkeyErasure = erasedWithUser({
  entities: ["passkey"],
  async *erase({ userId }) {
    const writes = await dropPasskeys(userId);
    if (writes.length > 0) await commit(writes);
    yield writes.length;
  },
});
