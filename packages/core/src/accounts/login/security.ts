import { commit, commitIfExpected } from "@thaw/data/transact";
import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { now } from "../../clock.ts";
import { AppError, notFound } from "../../error.ts";
import { operation } from "../../operation.ts";
import { PageInput, pageOf } from "../../page.schema.ts";
import {
  ChangePassword,
  Nothing,
  Session,
  SessionId,
  SetTwoStepLogin,
} from "../account/account.schema.ts";
import { recordAct } from "../activity-log/record-act.ts";
import {
  readSession,
  revokeSession,
  revokeSessions,
  type SessionKey,
  sessionsOf,
} from "../session/session.ts";
import { findUser, patchUser, type UserRecord } from "../user/user-record.ts";
import { clearAttempts, takeAttempt } from "./attempt.ts";
import { hashPassword, verifyPassword } from "./password.ts";

/** For so long after logging in nobody is asked who they are again. */
const FRESH_MS = 10 * 60_000;
const GUESSES = { kind: "change-password", limit: 10, windowMs: 15 * 60_000 };

/** Sets a new password and ends every other session of the user. */
export const changePassword = operation({
  permission: "signed_in",
  input: ChangePassword,
  output: v.object({ changed: v.literal(true) }),
  async run(actor, { current_password, new_password }) {
    const { accountId, userId, sessionId } = actor;
    const wrong = wrongPassword("current_password");
    const user = await requirePassword({ accountId, userId }, current_password, wrong);
    const passwordHash = await hashPassword(new_password);
    const isDone = await commitIfExpected([
      patchUser({ accountId, userId })
        .set({ passwordHash })
        .where((stored, is) => is.eq(stored.passwordHash, user.passwordHash)),
      recordAct(actor, { action: "password_changed", target: user.email }),
    ]);
    // Changed by someone else since it was checked.
    if (!isDone) throw wrong;
    await revokeSessions(userId, sessionId);
    return { changed: true } as const;
  },
});

/** Turns the mailed code of the login on or off. */
export const setTwoStepLogin = operation({
  permission: "signed_in",
  input: SetTwoStepLogin,
  output: v.object({ is_enabled: v.boolean() }),
  async run(actor, { is_enabled, password }) {
    const { accountId, userId } = actor;
    const key = { accountId, userId };
    const { email } = await requirePassword(key, password, wrongPassword("password"));
    const action = is_enabled ? "two_step_on" : "two_step_off";
    await commit([
      patchUser(key).set({ hasTwoStepLogin: is_enabled }),
      recordAct(actor, { action, target: email }),
    ]);
    return { is_enabled };
  },
});

/** The user's signed-in devices. */
export const listSessions = operation({
  permission: "signed_in",
  input: v.object(PageInput),
  output: pageOf(Session),
  async run({ userId, sessionId }, { limit, cursor }) {
    const page = await sessionsOf(userId).go({ limit, cursor: cursor ?? null, consistent: true });
    const live = page.data.filter((session) => Date.parse(session.expiresAt) > now());
    return {
      items: live.map((session) => ({
        id: session.sessionId,
        ip: session.ip,
        user_agent: session.userAgent,
        created_at: session.createdAt,
        last_seen_at: session.lastSeenAt,
        expires_at: session.expiresAt,
        is_current: session.sessionId === sessionId,
      })),
      cursor: page.cursor,
    };
  },
});

/** Ends every session of the user but this one. */
export const revokeOtherSessions = operation({
  permission: "signed_in",
  input: Nothing,
  output: v.object({ signed_out: v.literal(true) }),
  async run({ userId, sessionId }) {
    await revokeSessions(userId, sessionId);
    return { signed_out: true } as const;
  },
});

/** Ends one session of the user, wherever it is. */
export const endSession = operation({
  permission: "signed_in",
  input: SessionId,
  output: v.object({ signed_out: v.literal(true) }),
  async run({ userId }, { session_id: sessionId }) {
    const { data } = await readSession({ userId, sessionId }).go({ consistent: true });
    if (!data) throw notFound("session");
    await revokeSession({ userId, sessionId });
    return { signed_out: true } as const;
  },
});

/**
 * Required before actions that would hand the account to someone at an unattended screen: the user has just logged in or
 * gives the password.
 *
 * @throws AppError invalid at the field "password"
 */
export async function requireRecentProof(
  { accountId, userId, sessionId }: Actor,
  password: string | undefined,
): Promise<UserRecord> {
  const key = { accountId, userId };
  if (password !== undefined) return requirePassword(key, password, wrongPassword("password"));
  const isFresh = sessionId !== undefined && (await isFreshSession({ userId, sessionId }));
  const user = isFresh ? await findUser(key) : undefined;
  if (user) return user;
  throw AppError.at("invalid", "password", "fields.enterPassword");
}

async function isFreshSession(key: SessionKey): Promise<boolean> {
  const { data } = await readSession(key).go({ consistent: true });
  return data !== null && now() - Date.parse(data.createdAt) < FRESH_MS;
}

export async function requirePassword(
  key: { accountId: number; userId: number },
  password: string,
  wrong: AppError,
): Promise<UserRecord> {
  const subject = String(key.userId);
  if ((await takeAttempt(GUESSES, subject)) === undefined) {
    throw new AppError("rate_limited", "signIn.locked");
  }
  const user = await findUser(key);
  if (!user) throw notFound("user");
  if (!(await verifyPassword(password, user.passwordHash))) throw wrong;
  await clearAttempts(GUESSES, subject);
  return user;
}

export function wrongPassword(field: string): AppError {
  return AppError.at("invalid", field, "signIn.wrongPassword");
}
