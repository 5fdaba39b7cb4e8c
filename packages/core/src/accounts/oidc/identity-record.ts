import { createHash } from "node:crypto";
import { writeIfExpected } from "@thaw/data/condition";
import { commit, type PendingWrite, type TransactWrite } from "@thaw/data/transact";
import type { Actor } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { dropClaim, findClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { type IdentityRecord, OidcIdentityEntity } from "./identity.entity.ts";

/**
 * Whose identities are meant: those of the product's own users, or those of one agency's clients. One identity may be
 * known in several realms.
 */
export type Realm = "global" | number;

export const identityIdOf = ({ issuer, subject }: { issuer: string; subject: string }) =>
  createHash("sha256")
    .update(JSON.stringify([issuer, subject]))
    .digest("hex");

export const identityClaim = (realm: Realm, identityId: string) =>
  ({ scope: realm, kind: "oidc-identity", value: identityId }) as const;

/** One identity of an issuer for each user. */
export const slotClaim = ({ accountId, userId, issuerId }: Omit<IdentityRecord, "createdAt">) => ({
  scope: accountId,
  kind: "oidc-place",
  value: `${userId}:${issuerId}`,
});

/** All of a user: one of each issuer at most. */
export async function readIdentities(userId: number): Promise<IdentityRecord[]> {
  const { data } = await OidcIdentityEntity.query
    .byUser({ userId })
    .go({ pages: "all", consistent: true });
  return data;
}

/** Costs the same whether the identity is known or not. */
export async function findIdentity(
  realm: Realm,
  identityId: string,
): Promise<IdentityRecord | undefined> {
  const owner = await findClaim(identityClaim(realm, identityId));
  const { data } = await OidcIdentityEntity.get({ userId: owner?.ownerId ?? 0, identityId }).go({
    consistent: true,
  });
  return data ?? undefined;
}

type Draft = Omit<IdentityRecord, "createdAt" | "lastUsedAt">;

const linkedAnother = () => new AppError("conflict", "signIn.kindLinked");

/** For a transaction: links an identity, which logs its user in from then on. */
export function linkWrites(
  actor: Pick<Actor, "accountId" | "userId"> & Partial<Actor>,
  realm: Realm,
  draft: Draft,
): TransactWrite[] {
  const { accountId, userId, identityId, issuerId } = draft;
  const owner = { accountId, ownerId: userId };
  return [
    takeClaim(identityClaim(realm, identityId), owner),
    { write: takeClaim(slotClaim(draft), owner), otherwise: linkedAnother },
    OidcIdentityEntity.create({ ...draft, createdAt: nowIso() }),
    recordAct(actor, { action: "identity_linked", target: issuerId, detail: draft.email }),
  ];
}

/** Links, with `others`. @throws AppError conflict when the identity is someone's, or the user has one of this issuer */
export async function addIdentity(
  actor: Pick<Actor, "accountId" | "userId"> & Partial<Actor>,
  realm: Realm,
  draft: Draft,
  others: readonly PendingWrite[] = [],
): Promise<void> {
  await commit([...linkWrites(actor, realm, draft), ...others], {
    otherwise: () => new AppError("conflict", "signIn.ofOtherAccount"),
  });
}

/** For a transaction: unlinks an identity, which logs nobody in from then on. */
export const unlinkWrites = (
  actor: Actor,
  realm: Realm,
  record: IdentityRecord,
): PendingWrite[] => {
  const { userId, identityId, issuerId, email } = record;
  return [
    OidcIdentityEntity.remove({ userId, identityId }),
    dropClaim(identityClaim(realm, identityId)),
    dropClaim(slotClaim(record)),
    recordAct(actor, { action: "identity_unlinked", target: issuerId, detail: email }),
  ];
};

/** The condition of a transaction that this identity is still linked. */
export const stillLinked = ({ userId, identityId }: IdentityRecord) =>
  OidcIdentityEntity.delete({ userId, identityId }).where((row, op) => op.exists(row.issuerId));

/** @returns false when it was unlinked meanwhile */
export const touchIdentity = ({ userId, identityId }: IdentityRecord): Promise<boolean> =>
  writeIfExpected(OidcIdentityEntity.patch({ userId, identityId }).set({ lastUsedAt: nowIso() }));
