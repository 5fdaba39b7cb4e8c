import { createHash } from "node:crypto";
import { isConditionFailure } from "@thaw/data/condition";
import { now } from "../../clock.ts";
import { AttemptEntity } from "./attempt.entity.ts";

/** At most `limit` tries in a window that opens with the first of them. */
export type AttemptRule = { kind: string; limit: number; windowMs: number };

// Whatever was typed becomes a key of fixed length.
const keyOf = (rule: AttemptRule, subject: string) => ({
  kind: rule.kind,
  subject: createHash("sha256").update(subject.trim().toLowerCase()).digest("hex"),
});

const ttlOf = (windowEndsAt: number) => Math.ceil(windowEndsAt / 1000);

/**
 * Counts a try before it is made, so that tries at the same moment cannot all slip under the limit.
 *
 * @returns how many were made in this window, or undefined when the limit is used up
 */
export async function takeAttempt(rule: AttemptRule, subject: string): Promise<number | undefined> {
  return (
    (await joinWindow(rule, subject)) ??
    (await openWindow(rule, subject)) ??
    // Someone else opened the window between the two writes; or it is full.
    (await joinWindow(rule, subject))
  );
}

/** Starts the full window anew from this moment. */
export async function prolongWindow(rule: AttemptRule, subject: string): Promise<void> {
  const windowEndsAt = now() + rule.windowMs;
  await AttemptEntity.update(keyOf(rule, subject))
    .set({ windowEndsAt, ttl: ttlOf(windowEndsAt), count: rule.limit })
    .go();
}

/** Returns one try, because it was not one that the limit counts. */
export async function returnAttempt(rule: AttemptRule, subject: string): Promise<void> {
  try {
    await AttemptEntity.patch(keyOf(rule, subject))
      .subtract({ count: 1 })
      .where((a, is) => is.gt(a.count, 0))
      .go();
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

/** Forgets what was tried. */
export async function clearAttempts(rule: AttemptRule, subject: string): Promise<void> {
  await AttemptEntity.delete(keyOf(rule, subject)).go();
}

async function joinWindow(rule: AttemptRule, subject: string): Promise<number | undefined> {
  const at = now();
  try {
    const { data } = await AttemptEntity.patch(keyOf(rule, subject))
      .add({ count: 1 })
      .where((a, is) => `${is.gt(a.windowEndsAt, at)} AND ${is.lt(a.count, rule.limit)}`)
      .go({ response: "all_new" });
    return data.count;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

async function openWindow(rule: AttemptRule, subject: string): Promise<number | undefined> {
  const at = now();
  const windowEndsAt = at + rule.windowMs;
  try {
    await AttemptEntity.put({
      ...keyOf(rule, subject),
      count: 1,
      windowEndsAt,
      ttl: ttlOf(windowEndsAt),
    })
      .where((a, is) => `${is.notExists(a.windowEndsAt)} OR ${is.lte(a.windowEndsAt, at)}`)
      .go();
    return 1;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}
