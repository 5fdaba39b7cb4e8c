import { releaseClaim } from "../claim/claim.ts";
import { OidcIdentityEntity } from "./identity.entity.ts";
import { identityClaim, placeClaim, readIdentities } from "./identity-record.ts";

/** Forgets who a user is elsewhere. */
export async function eraseIdentities(accountId: number, userId: number): Promise<number> {
  const identities = await readIdentities(userId);
  for (const identity of identities) {
    const { identityId } = identity;
    for (const realm of ["global", accountId] as const) {
      await releaseClaim(identityClaim(realm, identityId), accountId);
    }
    await releaseClaim(placeClaim(identity), accountId);
    await OidcIdentityEntity.delete({ userId, identityId }).go({ response: "none" });
  }
  return identities.length;
}
