import type { PlainKey } from "@thaw/text/catalogue";
import * as v from "valibot";
import { type Actor, originOf } from "../../actor.ts";
import { HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { AppError } from "../../error.ts";
import { networkOf } from "../../network.ts";
import { operation } from "../../operation.ts";
import { Login, LoginResult, Nothing, RegenerateCode } from "../account/account.schema.ts";
import { issueSession, revokeSession } from "../session/session.ts";
import { describeUser } from "../user/user.ts";
import { findUserByEmail, type UserRecord } from "../user/user-record.ts";
import { clearAttempts, prolongWindow, returnAttempt, takeAttempt } from "./attempt.ts";
import { findKnownDevice } from "./known-device.ts";
import { mailCode } from "./login-mail.ts";
import { hasLiveCode, issueCode, spendCode } from "./one-time-code.ts";
import { verifyPassword } from "./password.ts";

const PER_ADDRESS = { kind: "login-address", limit: 10, windowMs: 15 * MINUTE_MS };
export const PER_IP = { kind: "login-ip", limit: 100, windowMs: HOUR_MS };
/**
 * For a browser that has signed in before: tries of others do not count against it, nor its own against them. Decision 32.
 */
const PER_DEVICE = { kind: "login-device", limit: 10, windowMs: 15 * MINUTE_MS };
const CODES_BY_LOGIN = { kind: "login-code", limit: 10, windowMs: HOUR_MS };
const FRESH_CODE = { kind: "fresh-code", limit: 1, windowMs: MINUTE_MS };
const FRESH_CODES = { kind: "fresh-codes", limit: 5, windowMs: HOUR_MS };

/** Signs an owner or a team member in. Clients of an agency have a login of their own. */
export const login = operation({
  permission: "public",
  input: Login,
  output: LoginResult,
  run(actor, { email, password, otp }) {
    const counted = { address: email, ip: originOf(actor).ip };
    return enter(actor, { password, otp }, { counted, find: () => findInsider(email) });
  },
});

/** Clients of an agency are not found: they sign in at their agency's host. */
async function findInsider(email: string): Promise<UserRecord | undefined> {
  const user = await findUserByEmail(email);
  return user?.kind === "client" ? undefined : user;
}

export type LoginMethod = {
  /** The keys under which tries are counted. */
  counted: { address: string; ip: string };
  /** Takes equally long for an unknown address. */
  find: () => Promise<UserRecord | undefined>;
};

/** The steps that every login by password shares. */
export async function enter(
  actor: Actor,
  { password, otp }: { password: string; otp?: string | undefined },
  { counted, find }: LoginMethod,
): Promise<LoginAnswer> {
  const { attempt, user } = await checkPassword(actor, password, { counted, find });
  if (!(await passSecondStep(attempt, user, otp))) return { requiresOTP: true } as const;
  return admit(actor, attempt, user);
}

/** False when a code was mailed instead. @throws AppError invalid for a wrong one */
async function passSecondStep(
  attempt: Attempt,
  user: UserRecord,
  otp: string | undefined,
): Promise<boolean> {
  if (!user.hasTwoStepLogin) return true;
  if (otp === undefined) {
    await attempt.revert();
    if (!(await hasLiveCode(user.userId))) await sendCode(user, [CODES_BY_LOGIN]);
    return false;
  }
  if (await spendCode(user.userId, otp)) return true;
  await attempt.fail();
  throw AppError.at("invalid", "otp", "signIn.codeWrong");
}

type Proof = {
  /** Undefined for anyone else. */
  prove: () => Promise<UserRecord | undefined>;
  /** The error where nobody is proven. */
  refusal: PlainKey;
  /** Clients come in at their agency's host, and nobody else does. */
  isOfClients?: boolean;
  /** For a proof that two-step login does not take for two. */
  secondStep?: { otp?: string | undefined };
};

/** As `enter`, for proofs other than a password. */
export async function enterProven(
  actor: Actor,
  counted: LoginMethod["counted"],
  { prove, refusal, isOfClients = false, secondStep }: Proof,
): Promise<LoginAnswer> {
  const attempt = await startAttempt(counted);
  const user = await prove();
  if (!user || (user.kind === "client") !== isOfClients || user.status === "invited") {
    await attempt.fail();
    throw new AppError("invalid", refusal);
  }
  if (user.status === "deactivated") return refuseDeactivated(attempt);
  if (secondStep && !(await passSecondStep(attempt, user, secondStep.otp))) {
    return { requiresOTP: true } as const;
  }
  return admit(actor, attempt, user);
}

async function admit(actor: Actor, attempt: Attempt, user: UserRecord): Promise<LoginAnswer> {
  await attempt.succeed();
  if (!user.isEmailVerified) return { user: { id: user.userId }, requiresOTP: false } as const;
  const { token } = await issueSession(user, originOf(actor));
  return { token, user: await describeUser(user), requiresOTP: false } as const;
}

/** Mails a fresh code in place of the last, at most once a minute and five times an hour. */
export const regenerateCode = operation({
  permission: "public",
  input: RegenerateCode,
  output: v.object({ sent: v.literal(true) }),
  async run(actor, { email, password }) {
    const counted = { address: email, ip: originOf(actor).ip };
    const find = () => findInsider(email);
    const { attempt, user } = await checkPassword(actor, password, { counted, find });
    await attempt.revert();
    if (!user.hasTwoStepLogin) {
      throw new AppError("invalid", "signIn.codesOff");
    }
    await sendCode(user, [FRESH_CODE, FRESH_CODES]);
    return { sent: true } as const;
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

type LoginAnswer = v.InferOutput<typeof LoginResult>;
type Attempt = Awaited<ReturnType<typeof startAttempt>>;

/**
 * Counts a try of this address from this network address, or of a device that is known for it; how it went decides what becomes
 * of the counts.
 */
async function startAttempt({ address, ip }: LoginMethod["counted"], device?: string) {
  const isIpCounted = device === undefined && ip !== "";
  const rule = device === undefined ? PER_ADDRESS : PER_DEVICE;
  const subject = device ?? address;
  if (isIpCounted && (await takeAttempt(PER_IP, networkOf(ip))) === undefined) throw locked();
  const count = await takeAttempt(rule, subject);
  if (count === undefined) throw locked();
  const revertIp = async () => {
    if (isIpCounted) await returnAttempt(PER_IP, networkOf(ip));
  };
  return {
    async fail() {
      if (count === rule.limit) await prolongWindow(rule, subject);
    },
    async succeed() {
      await clearAttempts(rule, subject);
      await revertIp();
    },
    /** A right password alone forgives no failures: anyone who knows it could guess codes for ever. */
    async revert() {
      await returnAttempt(rule, subject);
      await revertIp();
    },
  };
}

// A known and an unknown address take the same steps: the same counters, reads and one Argon2id.
async function checkPassword(
  actor: Actor,
  password: string,
  { counted, find }: LoginMethod,
): Promise<{ attempt: Attempt; user: UserRecord }> {
  const user = await find();
  const device = await findKnownDevice(originOf(actor).device, user);
  const attempt = await startAttempt(counted, device);
  const isRight = await verifyPassword(password, user?.passwordHash);
  if (!user || !isRight) {
    await attempt.fail();
    throw new AppError("invalid", "signIn.wrongCredentials");
  }
  if (user.status === "deactivated") return refuseDeactivated(attempt);
  return { attempt, user };
}

async function refuseDeactivated(attempt: Attempt): Promise<never> {
  await attempt.revert();
  throw new AppError("forbidden", "signIn.deactivated");
}

async function sendCode(user: UserRecord, rules: (typeof FRESH_CODE)[]): Promise<void> {
  for (const rule of rules) {
    if ((await takeAttempt(rule, String(user.userId))) === undefined) {
      throw new AppError("rate_limited", "signIn.codeTooSoon");
    }
  }
  await mailCode(user, await issueCode(user.userId));
}

const locked = () => new AppError("rate_limited", "signIn.lockedMinutes");
