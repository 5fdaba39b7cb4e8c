import { randomUUID } from "node:crypto";
import { isConditionFailure } from "@thaw/data/condition";
import { commitIfExpected } from "@thaw/data/transact";
import * as v from "valibot";
import type { Actor, Origin } from "../../actor.ts";
import { now, spanOf, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { AppError } from "../../error.ts";
import { accountStatusOf } from "../../kernel/access/account-status.ts";
import { rightsOf } from "../../kernel/access/rights.ts";
import { readSubscriptionPlan, stillOpen } from "../account/account-plan.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { readToken, signToken, type TokenPurpose } from "../login/signed-token.ts";
import { findUser, type UserRecord } from "../user/user-record.ts";
import { SessionEntity } from "./session.entity.ts";

export const SESSION_MS = 7 * DAY_MS;
/** How stale "last seen" may be: each call would otherwise cost a write. */
const SEEN_EVERY_MS = 5 * 60 * 1000;

const Claims = v.object({
  sid: v.string(),
  sub: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number)),
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

export type IssuedSession = { token: string; expiresAt: string };
export type SessionKey = { userId: number; sessionId: string };

/**
 * Opens a session of seven days. The token says who it is for; what they may do is read again on every call.
 *
 * @throws AppError forbidden once the account's data is being deleted
 */
export async function issueSession(
  user: Pick<UserRecord, "accountId" | "userId" | "kind" | "role">,
  origin: Origin,
): Promise<IssuedSession> {
  const sessionId = randomUUID();
  const at = now();
  const expiresAt = at + spanOf(SESSION_MS);
  const session = SessionEntity.create({
    userId: user.userId,
    sessionId,
    ip: origin.ip,
    userAgent: origin.userAgent.slice(0, 300),
    createdAt: toIso(at),
    lastSeenAt: toIso(at),
    expiresAt: toIso(expiresAt),
    ttl: Math.ceil(expiresAt / 1000),
  });
  const { accountId, userId } = user;
  const act = recordAct({ accountId, userId, origin }, { action: "logged_in" });
  if (!(await commitIfExpected([session, act, stillOpen(accountId)]))) throw closed();
  const claims = {
    sid: sessionId,
    sub: String(user.userId),
    pid: user.accountId,
    kind: user.kind,
    role: user.role ?? null,
  };
  return { token: await signToken("session", claims, expiresAt), expiresAt: toIso(expiresAt) };
}

/**
 * The actor of a token, with the present role and status of the user.
 *
 * @throws AppError unauthenticated when the token is not ours, has expired, was revoked, or its user may no longer enter
 */
export async function authenticateToken(token: string): Promise<Actor> {
  return readActor("session", token);
}

/** As `authenticateToken`; undefined in place of its error. */
export async function actorOfToken(token: string): Promise<Actor | undefined> {
  try {
    return await authenticateToken(token);
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return undefined;
    throw error;
  }
}

/** As `authenticateToken`, for a token of another purpose that speaks for a session. */
export async function readActor(purpose: TokenPurpose, token: string): Promise<Actor & SessionKey> {
  const payload = await readToken(purpose, token);
  const claims = v.safeParse(Claims, payload);
  if (!claims.success) throw expired();
  const { sid: sessionId, sub: userId, pid: accountId } = claims.output;
  return actorOfSession({ accountId, userId, sessionId });
}

/**
 * The actor of a session, with the present role and status of the user.
 *
 * @throws AppError unauthenticated when it has ended, or its user may no longer enter
 */
export async function actorOfSession({
  accountId,
  userId,
  sessionId,
}: SessionKey & { accountId: number }): Promise<Actor & SessionKey> {
  const [session, user, { state, closedAt }] = await Promise.all([
    SessionEntity.get({ userId, sessionId }).go({ consistent: true }),
    findUser({ accountId, userId }),
    readSubscriptionPlan(accountId),
  ]);
  if (!session.data || !user || user.status !== "active") throw expired();
  if (closedAt !== undefined) throw expired();
  if (Date.parse(session.data.expiresAt) <= now()) throw expired();
  await touch(session.data);

  const { kind } = user;
  return {
    kind,
    accountId,
    userId,
    sessionId,
    ...rightsOf(user),
    accountStatus: accountStatusOf(user, state, now()),
  };
}

export async function revokeSession(key: SessionKey): Promise<void> {
  await SessionEntity.delete(key).go();
}

/** Signs the user out everywhere, but for the session `except`. */
export async function revokeSessions(userId: number, except?: string): Promise<void> {
  const { data } = await SessionEntity.query.byUser({ userId }).go({
    pages: "all",
    consistent: true,
    attributes: ["sessionId", "userId"],
  });
  const others = data.filter((session) => session.sessionId !== except);
  if (others.length === 0) return;
  const { unprocessed } = await SessionEntity.delete(
    others.map(({ sessionId }) => ({ userId, sessionId })),
  ).go();
  if (unprocessed.length > 0) {
    throw new AppError("unavailable", "signIn.sessionsNotEnded");
  }
}

async function touch(session: SessionKey & { lastSeenAt: string }): Promise<void> {
  const at = now();
  if (at - Date.parse(session.lastSeenAt) < SEEN_EVERY_MS) return;
  try {
    await SessionEntity.patch({ userId: session.userId, sessionId: session.sessionId })
      .set({ lastSeenAt: toIso(at) })
      .go();
  } catch (error) {
    // Revoked between the read and this write.
    if (isConditionFailure(error)) throw expired();
    throw error;
  }
}

const closed = () => new AppError("forbidden", "account.planEndedLongAgo");

const expired = () => new AppError("unauthenticated", "access.sessionExpired");

/** To be read with `go`. */
export const readSession = (key: SessionKey) => SessionEntity.get(key);

/** Everyone's own sessions; to be read with `go`. */
export const sessionsOf = (userId: number) => SessionEntity.query.byUser({ userId });
