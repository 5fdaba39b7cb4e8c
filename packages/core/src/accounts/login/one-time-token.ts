import { createHash, randomUUID } from "node:crypto";
import { now } from "../../clock.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { randomToken } from "../../random.ts";
import { type ONE_TIME_TOKEN_KINDS, OneTimeTokenEntity } from "./one-time-token.entity.ts";

export type OneTimeTokenKind = (typeof ONE_TIME_TOKEN_KINDS)[number];
/** `boundTo` is what must still be so when the token is used; the feature that made it compares. */
export type TokenHolder = { accountId: number; userId: number; boundTo?: string };

/** How long a passkey has to answer. */
export const CHALLENGE_MS = 5 * MINUTE_MS;
/** How long each step of a sign-in by an issuer may take. */
export const OIDC_MS = 15 * MINUTE_MS;
export const INVITATION_MS = 7 * DAY_MS;

const KINDS: Record<OneTimeTokenKind, { lifetimeMs: number; newSecret: () => string }> = {
  "verify-email": { lifetimeMs: DAY_MS, newSecret: randomUUID },
  "reset-password": { lifetimeMs: HOUR_MS, newSecret: randomUUID },
  invitation: { lifetimeMs: INVITATION_MS, newSecret: randomUUID },
  "magic-link": { lifetimeMs: 15 * MINUTE_MS, newSecret: randomToken },
  "passkey-registration": { lifetimeMs: CHALLENGE_MS, newSecret: randomToken },
  "passkey-sign-in": { lifetimeMs: CHALLENGE_MS, newSecret: randomToken },
  "oidc-state": { lifetimeMs: OIDC_MS, newSecret: randomToken },
  "oidc-code": { lifetimeMs: OIDC_MS, newSecret: randomToken },
  "oidc-sign-up": { lifetimeMs: OIDC_MS, newSecret: randomToken },
};

const keyOf = (kind: OneTimeTokenKind, secret: string) => ({
  kind,
  secretHash: createHash("sha256").update(secret).digest("hex"),
});

/** A new secret (a uuid v4, or 256 bits in base64url) and the write that makes it work. */
export function newOneTimeToken(kind: OneTimeTokenKind, holder: TokenHolder) {
  const { lifetimeMs, newSecret } = KINDS[kind];
  const secret = newSecret();
  const expiresAt = now() + lifetimeMs;
  const write = OneTimeTokenEntity.create({
    ...keyOf(kind, secret),
    accountId: holder.accountId,
    userId: holder.userId,
    ...(holder.boundTo === undefined ? {} : { boundTo: holder.boundTo }),
    expiresAt,
    ttl: Math.ceil(expiresAt / 1000),
  });
  return { secret, write };
}

/** The holder of a token. `spendOneTimeToken` checks whether the token still works. */
export async function findOneTimeToken(
  kind: OneTimeTokenKind,
  secret: string,
): Promise<(TokenHolder & { expiresAt: number }) | undefined> {
  const { data } = await OneTimeTokenEntity.get(keyOf(kind, secret)).go({ consistent: true });
  return data ?? undefined;
}

/** For the transaction of what the token allows: uses it up, or refuses the whole when it is used or too old. */
export function spendOneTimeToken(kind: OneTimeTokenKind, secret: string) {
  return OneTimeTokenEntity.remove(keyOf(kind, secret)).where((token, is) =>
    is.gt(token.expiresAt, now()),
  );
}
