import { type Actor, originOf } from "../../actor.ts";
import { DAY_MS, HOUR_MS } from "../../duration.ts";
import { AppError } from "../../error.ts";
import { networkOf } from "../../network.ts";
import { type AttemptRule, takeAttempt } from "./attempt.ts";

/** Sign-ups from one network address: one person opens fewer accounts, an office behind one address may open several. */
const SIGN_UPS: AttemptRule = { kind: "sign-up-ip", limit: 10, windowMs: HOUR_MS };
/** To one address, over all kinds of mail that others can have sent to it. */
const PER_ADDRESS: AttemptRule = { kind: "stranger-mail", limit: 3, windowMs: HOUR_MS };
const TRIAL: AttemptRule = { kind: "account-mail", limit: 50, windowMs: DAY_MS };
/** For paying accounts: an agency may invite all of its clients on one day. */
const PAID: AttemptRule = { ...TRIAL, limit: 500 };

/**
 * Counts a new account of this network address.
 * @throws AppError rate_limited after ten in an hour
 */
export async function takeSignUp(actor: Actor): Promise<void> {
  const { ip } = originOf(actor);
  if (ip === "" || (await takeAttempt(SIGN_UPS, networkOf(ip))) !== undefined) return;
  throw new AppError("rate_limited", "account.tooManySignUps");
}

/**
 * Counts a mail that a visitor has sent to an address which nobody has proven to be theirs.
 * @returns false when it must not go out
 */
export async function takeMailTo(address: string): Promise<boolean> {
  return (await takeAttempt(PER_ADDRESS, address)) !== undefined;
}

/**
 * Counts a mail that someone of an account has sent to such an address: an invitation, a new address, a link for a client.
 * @throws AppError rate_limited
 */
export async function requireMailTo(actor: Actor, address: string): Promise<void> {
  if (!(await takeMailTo(address))) {
    throw new AppError("rate_limited", "account.addressGotMails");
  }
  const rule = actor.accountStatus?.planType === "TRIAL" ? TRIAL : PAID;
  if ((await takeAttempt(rule, String(actor.accountId))) !== undefined) return;
  throw new AppError("rate_limited", "account.mostInvitations");
}
