import { createHmac } from "node:crypto";
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify, SignJWT } from "jose";
import { now } from "../../clock.ts";
import { findSigningKey, signingKey } from "../../kernel/signing-key/signing-key.ts";

const ISSUER = "thaw";
const ALGORITHM = "HS256";

/** What a token is good for: it is its audience and has a key of its own, so none passes for another. */
export type TokenPurpose = "session" | "realtime" | "unsubscribe" | "sign-up" | "device";

// NIST SP 800-108: one key per use, derived from a key of the ring.
const keyFor = (purpose: TokenPurpose, secret: Buffer) =>
  createHmac("sha256", secret).update(`jwt ${purpose}`).digest();

/** What `kid` names decides nothing but which key of ours is tried. Tokens from before keys had ids name none. */
const keyOf =
  (purpose: TokenPurpose): JWTVerifyGetKey =>
  ({ kid }) => {
    const key = findSigningKey("session", kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return keyFor(purpose, key.secret);
  };

/** A JWT (RFC 7519), signed with HMAC SHA-256, that expires at `expiresAt` (epoch milliseconds). */
export function signToken(
  purpose: TokenPurpose,
  claims: JWTPayload,
  expiresAt: number,
): Promise<string> {
  const { id, secret } = signingKey("session");
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT", ...(id === undefined ? {} : { kid: id }) })
    .setIssuer(ISSUER)
    .setAudience(purpose)
    .setIssuedAt(Math.floor(now() / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(keyFor(purpose, secret));
}

/** The claims of a token that we signed for this purpose and that has not expired; undefined for any other. */
export async function readToken(
  purpose: TokenPurpose,
  token: string,
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, keyOf(purpose), {
      // RFC 8725 3.1: the verifier names the algorithm, never the token.
      algorithms: [ALGORITHM],
      typ: "JWT",
      issuer: ISSUER,
      audience: purpose,
      requiredClaims: ["exp", "sub"],
      currentDate: new Date(now()),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
