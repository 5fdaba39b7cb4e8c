import { commit, type PendingWrite } from "@thaw/data/transact";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { erasedWithUser } from "../../kernel/erasure/declare.ts";
import { OidcIdentityEntity } from "./identity.entity.ts";
import { identityClaim, readIdentities, slotClaim } from "./identity-record.ts";

/** For a transaction: who a user is elsewhere is forgotten. */
export async function dropIdentities({
  accountId,
  userId,
  kind,
}: {
  accountId: number;
  userId: number;
  kind: string;
}): Promise<PendingWrite[]> {
  const realm = kind === "client" ? accountId : "global";
  return (await readIdentities(userId)).flatMap((identity) => [
    dropClaim(identityClaim(realm, identity.identityId)),
    dropClaim(slotClaim(identity)),
    OidcIdentityEntity.delete({ userId, identityId: identity.identityId }),
  ]);
}

export const identityErasure = erasedWithUser({
  entities: ["oidcIdentity"],
  async *erase(user) {
    const writes = await dropIdentities(user);
    if (writes.length > 0) await commit(writes);
    yield writes.length;
  },
});
