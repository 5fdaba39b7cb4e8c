import { createHmac, createPublicKey, generateKeyPairSync } from "node:crypto";
import { decodeJwt, SignJWT } from "jose";
import { expect, test } from "vitest";
import { installClock, now } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { signingKey } from "../../kernel/signing-key/signing-key.ts";
import { hashPassword } from "../login/password.ts";
import { signToken } from "../login/signed-token.ts";
import { UserEntity } from "../user/user.entity.ts";
import { createUser, userIds } from "../user/user-record.ts";
import { SessionEntity } from "./session.entity.ts";
import { authenticateToken, issueSession, revokeSession } from "./session.ts";

const ORIGIN = { ip: "192.0.2.1", userAgent: "test" };
const DEAD = { status: 401, message: "Your session has expired. Please login again." };

async function newUser() {
  const userId = await userIds.next("global");
  return createUser({
    accountId: userId,
    userId,
    kind: "owner",
    role: "OWNER",
    name: "Ada",
    email: `${crypto.randomUUID()}@firm.example`,
    passwordHash: await hashPassword("glacier-2026"),
    isEmailVerified: true,
  });
}

/** A good token and its claims, to be spoilt. */
async function newToken() {
  const user = await newUser();
  const { token } = await issueSession(user, ORIGIN);
  return { user, token, claims: decodeJwt(token) };
}

const key = () => createHmac("sha256", signingKey("session").secret).update("jwt session").digest();
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function at(epochMs: number): Disposable {
  const restore = installClock({ now: () => epochMs, rate: 1 });
  return { [Symbol.dispose]: restore };
}

test("a token carries session, user, parent, kind and role, and seven days [AUTH-32]", async () => {
  const { user, token, claims } = await newToken();
  expect(claims).toMatchObject({
    sub: String(user.userId),
    pid: user.accountId,
    kind: "owner",
    role: "OWNER",
    sid: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(7 * 24 * 60 * 60);
  const actor = await authenticateToken(token);
  expect(actor).toMatchObject({ userId: user.userId, sessionId: claims.sid });
  expect(actor.permissions.has("billing:write")).toBe(true);
});

test("a token is valid until its exp and not a second longer [AUTH-12]", async () => {
  const start = Math.floor(now() / 1000) * 1000;
  using _start = at(start);
  const { token } = await newToken();
  {
    using _before = at(start + 7 * DAY_MS - 1000);
    expect((await authenticateToken(token)).kind).toBe("owner");
  }
  using _after = at(start + 7 * DAY_MS);
  await expect(authenticateToken(token)).rejects.toMatchObject(DEAD);
});

test.each(["", "garbage", "a.b.c", "e30.e30.e30", `${"x".repeat(5000)}.y.z`])(
  "what cannot be decoded (%#) is no token [AUTH-12]",
  async (token) => {
    await expect(authenticateToken(token)).rejects.toMatchObject(DEAD);
  },
);

test("a token that says alg none is refused", async () => {
  const { claims } = await newToken();
  for (const alg of ["none", "None", "NONE"]) {
    const token = `${encode({ alg, typ: "JWT" })}.${encode(claims)}.`;
    await expect(authenticateToken(token)).rejects.toMatchObject(DEAD);
  }
});

test("a token signed by another algorithm is refused, even with our key", async () => {
  const { claims } = await newToken();
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const rs256 = await new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .sign(privateKey);
  const content = `${encode({ alg: "HS512", typ: "JWT" })}.${encode(claims)}`;
  const hs512 = `${content}.${createHmac("sha512", key()).update(content).digest("base64url")}`;
  // The swap: HMAC keyed with what a verifier would take for the public key.
  const pem = createPublicKey(publicKey.export({ type: "spki", format: "pem" })).export({
    type: "spki",
    format: "pem",
  });
  const swapped = await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(Buffer.from(pem));
  for (const token of [rs256, hs512, swapped]) {
    await expect(authenticateToken(token)).rejects.toMatchObject(DEAD);
  }
});

test("a token with another audience, issuer or type, or without an end, is refused", async () => {
  const { claims } = await newToken();
  const sign = (changed: object, header: object = {}) =>
    new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({
        alg: "HS256",
        typ: "JWT",
        kid: signingKey("session").id ?? "",
        ...header,
      })
      .sign(key());
  expect((await authenticateToken(await sign({}))).kind).toBe("owner");
  for (const token of [
    await sign({ aud: "realtime" }),
    await sign({ iss: "somebody" }),
    await sign({ exp: undefined }),
    await sign({ sub: undefined }),
    await sign({}, { typ: "other" }),
    await signToken("realtime", claims, now() + 60_000),
  ]) {
    await expect(authenticateToken(token)).rejects.toMatchObject(DEAD);
  }
});

test("a token whose claims name another user or account is refused though it is signed", async () => {
  const { claims } = await newToken();
  const stranger = await newUser();
  const changes = [
    { pid: stranger.accountId },
    { sub: String(stranger.userId) },
    { sub: String(stranger.userId), pid: stranger.accountId },
    { sid: crypto.randomUUID() },
    { sub: "1 or 1" },
    { pid: -1 },
  ];
  for (const change of changes) {
    const token = await signToken("session", { ...claims, ...change }, now() + 60_000);
    await expect(authenticateToken(token)).rejects.toMatchObject(DEAD);
  }
});

test("a changed payload breaks the signature", async () => {
  const { token, claims } = await newToken();
  const [header, , signature] = token.split(".");
  const forged = `${header}.${encode({ ...claims, role: "ADMIN_ACCESS" })}.${signature}`;
  await expect(authenticateToken(forged)).rejects.toMatchObject(DEAD);
});

test("a revoked session's token is dead with the next call [AUTH-32]", async () => {
  const { user, token, claims } = await newToken();
  await authenticateToken(token);
  await revokeSession({ userId: user.userId, sessionId: String(claims.sid) });
  await expect(authenticateToken(token)).rejects.toMatchObject(DEAD);
});

test("a changed role acts with the next call, whatever the token says", async () => {
  const { user, token } = await newToken();
  const { accountId, userId } = user;
  await UserEntity.patch({ accountId, userId }).set({ role: "VIEW_ONLY_ACCESS" }).go();
  const { permissions } = await authenticateToken(token);
  expect(permissions.has("campaigns:read")).toBe(true);
  expect(permissions.has("campaigns:write")).toBe(false);
});

test("a session is noted as seen every five minutes and not at each call", async () => {
  const start = now();
  using _start = at(start);
  const { user, token, claims } = await newToken();
  const key = { userId: user.userId, sessionId: String(claims.sid) };
  const seen = async () => {
    await authenticateToken(token);
    const { data } = await SessionEntity.get(key).go({ consistent: true });
    return Date.parse(data?.lastSeenAt ?? "") - start;
  };
  using _four = at(start + 4 * 60_000);
  expect(await seen()).toBe(0);
  using _six = at(start + 6 * 60_000);
  expect(await seen()).toBe(6 * 60_000);
});
