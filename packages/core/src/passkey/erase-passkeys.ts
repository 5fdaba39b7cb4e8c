import { releaseClaim } from "../claim/claim.ts";
import { PasskeyEntity } from "./passkey.entity.ts";
import { passkeyClaim, placeClaim, readPasskeys } from "./passkey-record.ts";

/** Forgets a user's passkeys. */
export async function erasePasskeys(accountId: number, userId: number): Promise<number> {
  const passkeys = await readPasskeys(userId);
  for (const passkey of passkeys) {
    const { passkeyId } = passkey;
    await releaseClaim(passkeyClaim(passkeyId), accountId);
    await releaseClaim(placeClaim(passkey), accountId);
    await PasskeyEntity.delete({ userId, passkeyId }).go({ response: "none" });
  }
  return passkeys.length;
}
