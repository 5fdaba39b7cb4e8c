import { commit, onlyIf, type PendingWrite } from "@thaw/data/transact";
import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { AppError, changedMeanwhile, notFound } from "../../error.ts";
import { operation } from "../../operation.ts";
import { requireRecentProof } from "../login/security.ts";
import { readPasskeys } from "../passkey/passkey-record.ts";
import { findUser } from "../user/user-record.ts";
import type { IdentityRecord } from "./identity.entity.ts";
import { type Realm, readIdentities, stillLinked, unlinkWrites } from "./identity-record.ts";
import { nameOfIssuer } from "./issuers.ts";
import {
  BeginOidcLink,
  type Identity,
  IdentityKey,
  IdentityPage,
  OidcBeginning,
} from "./oidc.schema.ts";
import { begin } from "./oidc-sign-in.ts";

/** As `beginOidc`, to link an issuer's identity with the signed-in user, who first proves who they are. */
export const beginOidcLink = operation({
  permission: "signed_in",
  input: BeginOidcLink,
  output: OidcBeginning,
  async run(actor, { issuer_id, password }) {
    const { accountId, userId } = await requireRecentProof(actor, password);
    return begin(actor, { issuerId: issuer_id }, { accountId, userId });
  },
});

/** The user's own, the oldest first. */
export const listOidcIdentities = operation({
  permission: "signed_in",
  input: v.object({}),
  output: IdentityPage,
  async run({ userId }) {
    const items = (await readIdentities(userId)).map(describe);
    items.sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
    return { items, total: items.length };
  },
});

/** From now on it opens nothing. @throws AppError invalid_transition for the last way in besides a mailed link */
export const unlinkOidcIdentity = operation({
  permission: "signed_in",
  input: IdentityKey,
  output: v.object({ unlinked: v.literal(true) }),
  async run(actor, { identity_id }) {
    const all = await readIdentities(actor.userId);
    const record = all.find(({ identityId }) => identityId === identity_id);
    if (!record) throw notFound("signIn");
    const others = all.filter((other) => other !== record);
    const realm: Realm = actor.kind === "client" ? actor.accountId : "global";
    const conditions = await otherWayIn(actor, others);
    await commit([...unlinkWrites(actor, realm, record), ...conditions], { otherwise: changed });
    return { unlinked: true } as const;
  },
});

const changed = () => changedMeanwhile("waysIn");

/** The condition that leaves the user another way to log in. */
async function otherWayIn(
  { accountId, userId }: Actor,
  others: readonly IdentityRecord[],
): Promise<PendingWrite[]> {
  const user = await findUser({ accountId, userId });
  if (user && user.passwordHash !== user.unknownPasswordHash) return [];
  if ((await readPasskeys(userId)).length > 0) return [];
  const [other] = others;
  if (other) return [onlyIf(stillLinked(other))];
  throw new AppError("invalid_transition", "signIn.onlyWayIn");
}

const describe = (record: IdentityRecord): Identity => ({
  id: record.identityId,
  issuer_id: record.issuerId,
  issuer_name: nameOfIssuer(record.issuerId),
  email: record.email,
  created_at: record.createdAt,
  last_used_at: record.lastUsedAt ?? null,
});
