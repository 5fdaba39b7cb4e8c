import { randomInt } from "node:crypto";
import { isConditionFailure } from "@thaw/data/condition";
import { now } from "../../clock.ts";
import { isSigned, type MacForm, sign } from "../../kernel/signing-key/signing-key.ts";
import { OneTimeCodeEntity } from "./one-time-code.entity.ts";

const LIFETIME_MS = 10 * 60_000;
const MAX_TRIES = 5;
const HASH: MacForm = (mac) => mac.digest("hex");

/** A new code of six digits for this user. Whatever code they had is void. */
export async function issueCode(userId: number): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresAt = now() + LIFETIME_MS;
  await OneTimeCodeEntity.put({
    userId,
    codeHash: sign("session", textOf(userId, code), HASH),
    tries: 0,
    expiresAt,
    ttl: Math.ceil(expiresAt / 1000),
  }).go();
  return code;
}

/** Whether the user has a code that would still be accepted. */
export async function hasLiveCode(userId: number): Promise<boolean> {
  const { data } = await OneTimeCodeEntity.get({ userId }).go({ consistent: true });
  return data !== null && data.expiresAt > now() && data.tries < MAX_TRIES;
}

/** Whether this is the user's code, which is used up by it. Five wrong tries make a code void. */
export async function spendCode(userId: number, code: string): Promise<boolean> {
  try {
    // The try is counted before it is judged, so that tries at the same moment cannot all be heard.
    const { data } = await OneTimeCodeEntity.patch({ userId })
      .add({ tries: 1 })
      .where(
        (stored, is) => `${is.gt(stored.expiresAt, now())} AND ${is.lt(stored.tries, MAX_TRIES)}`,
      )
      .go({ response: "all_new" });
    const { codeHash } = data;
    const text = textOf(userId, code);
    if (!isSigned("session", { text, signature: codeHash }, HASH)) return false;
    await OneTimeCodeEntity.remove({ userId })
      .where((stored, is) => is.eq(stored.codeHash, codeHash))
      .go();
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

// A million codes are soon hashed: only with our key can one be told from its hash.
const textOf = (userId: number, code: string) => `one-time code ${userId} ${code}`;
