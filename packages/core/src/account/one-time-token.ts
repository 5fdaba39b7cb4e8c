import { createHash, randomUUID } from "node:crypto";
import { now } from "../clock.ts";
import { OneTimeTokenEntity } from "./one-time-token.entity.ts";

export type OneTimeTokenKind = "verify-email";
export type TokenHolder = { accountId: number; userId: number };

const LIFETIME_MS: Record<OneTimeTokenKind, number> = { "verify-email": 24 * 60 * 60 * 1000 };

const keyOf = (kind: OneTimeTokenKind, uuid: string) => ({
  kind,
  secretHash: createHash("sha256").update(uuid).digest("hex"),
});

/** A new secret (uuid v4) and the write that makes it work. */
export function newOneTimeToken(kind: OneTimeTokenKind, holder: TokenHolder) {
  const uuid = randomUUID();
  const expiresAt = now() + LIFETIME_MS[kind];
  const write = OneTimeTokenEntity.create({
    ...keyOf(kind, uuid),
    accountId: holder.accountId,
    userId: holder.userId,
    expiresAt,
    ttl: Math.ceil(expiresAt / 1000),
  });
  return { uuid, write };
}

/** Whose token this is. Whether it still works, `spendOneTimeToken` says. */
export async function findOneTimeToken(
  kind: OneTimeTokenKind,
  uuid: string,
): Promise<TokenHolder | undefined> {
  const { data } = await OneTimeTokenEntity.get(keyOf(kind, uuid)).go({ consistent: true });
  return data ?? undefined;
}

/** For the transaction of what the token allows: uses it up, or refuses the whole when it is used or too old. */
export function spendOneTimeToken(kind: OneTimeTokenKind, uuid: string) {
  return OneTimeTokenEntity.remove(keyOf(kind, uuid)).where((token, is) =>
    is.gt(token.expiresAt, now()),
  );
}
