import * as v from "valibot";
import { originOf } from "../actor.ts";
import { AppError } from "../error.ts";
import { operation } from "../operation.ts";
import { Login, LoginResult, Nothing } from "./account.schema.ts";
import { clearAttempts, prolongWindow, returnAttempt, takeAttempt } from "./attempt.ts";
import { verifyPassword } from "./password.ts";
import { issueSession, revokeSession } from "./session.ts";
import { describeUser, findUserByEmail } from "./user.ts";

const MINUTE_MS = 60_000;
const PER_ADDRESS = { kind: "login-address", limit: 10, windowMs: 15 * MINUTE_MS };
export const PER_IP = { kind: "login-ip", limit: 100, windowMs: 60 * MINUTE_MS };

/** Signs an owner or a team member in. Clients of an agency have a login of their own. */
export const login = operation({
  permission: "public",
  input: Login,
  output: LoginResult,
  async run(actor, { email, password }) {
    const origin = originOf(actor);
    const user = await checkPassword({ email, password, ip: origin.ip });
    if (user.status === "deactivated") {
      throw new AppError("forbidden", "Your access has been deactivated");
    }
    if (!user.isEmailVerified) return { user: { id: user.userId }, requiresOTP: false } as const;
    const { token } = await issueSession(user, origin);
    return { token, user: await describeUser(user), requiresOTP: false } as const;
  },
});

export const logout = operation({
  permission: "signed_in",
  input: Nothing,
  output: v.object({ signed_out: v.literal(true) }),
  async run({ userId, sessionId }) {
    if (sessionId !== undefined) await revokeSession({ userId, sessionId });
    return { signed_out: true } as const;
  },
});

// A known and an unknown address take the same steps: the same counters, reads and one Argon2id.
async function checkPassword(given: { email: string; password: string; ip: string }) {
  const { email, password, ip } = given;
  const isKnownIp = ip !== "";
  if (isKnownIp && (await takeAttempt(PER_IP, ip)) === undefined) throw locked();
  const attempt = await takeAttempt(PER_ADDRESS, email);
  if (attempt === undefined) throw locked();

  const user = await findUserByEmail(email);
  const isRight = await verifyPassword(password, user?.passwordHash);
  if (!user || !isRight || user.kind === "client") {
    if (attempt === PER_ADDRESS.limit) await prolongWindow(PER_ADDRESS, email);
    throw new AppError("invalid", "Invalid email or password");
  }
  await clearAttempts(PER_ADDRESS, email);
  if (isKnownIp) await returnAttempt(PER_IP, ip);
  return user;
}

const locked = () =>
  new AppError("rate_limited", "Too many failed attempts. Please try again in 15 minutes.");
