import { createHash, randomUUID } from "node:crypto";
import { writeIfExpected } from "@thaw/data/condition";
import { type Actor, callerOf } from "../../actor.ts";
import { now, spanOf } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { IdempotencyEntity } from "./idempotency.entity.ts";

const KEPT_MS = 24 * 3_600_000;
/** Longer than any request lives. */
const LEASE_MS = 60_000;
/** An item of DynamoDB holds 400 KB. */
const MOST_BODY_BYTES = 300_000;
/** What a header can carry without doubt. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** `body` is what came in, as text; `address` has the query. */
export type RepeatableRequest = { key: string; method: string; address: string; body: string };
export type KeptAnswer = { status: number; body: string };

const hashOf = (...parts: string[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/**
 * Does the work of a request once, however often its caller sends it within 24 hours: later ones get the first one's answer.
 * A refusal did nothing, so it is not kept, and the key is free again.
 *
 * @param work throws where the request is refused
 * @throws AppError invalid for a key that cannot be one; key_reused when the key came with another request; conflict while the
 * first one runs, or when its answer was too long to be kept
 */
export async function answerOnce(
  actor: Actor,
  { key, method, address, body }: RepeatableRequest,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer & { isRepeated: boolean }> {
  if (!KEY.test(key)) {
    throw new AppError("invalid", "request.idempotencyKey");
  }
  const requestKey = { caller: callerOf(actor), keyHash: hashOf(key) };
  const fingerprint = hashOf(method, address, body);
  const run: string = randomUUID();
  if (!(await begin(requestKey, fingerprint, run))) {
    return { ...(await repeat(requestKey, fingerprint)), isRepeated: true };
  }
  let answer: KeptAnswer;
  try {
    answer = await work();
  } catch (error) {
    await writeIfExpected(
      IdempotencyEntity.remove(requestKey).where((row, is) => is.eq(row.run, run)),
    );
    throw error;
  }
  await keep(requestKey, run, answer);
  return { ...answer, isRepeated: false };
}

type RequestKey = { caller: string; keyHash: string };

function begin(requestKey: RequestKey, fingerprint: string, run: string): Promise<boolean> {
  const at = now();
  const expiresAt = at + KEPT_MS;
  return writeIfExpected(
    IdempotencyEntity.put({
      ...requestKey,
      fingerprint,
      run,
      leaseEndsAt: at + spanOf(LEASE_MS),
      expiresAt,
      ttl: Math.ceil(expiresAt / 1000),
    }).where((row, is) => {
      // DynamoDB deletes what has expired when it gets to it.
      const isOver = is.lte(row.expiresAt, at);
      const isDead = `${is.notExists(row.status)} AND ${is.lte(row.leaseEndsAt, at)}`;
      return `${is.notExists(row.run)} OR ${isOver} OR (${is.eq(row.fingerprint, fingerprint)} AND ${isDead})`;
    }),
  );
}

async function keep(
  requestKey: RequestKey,
  run: string,
  { status, body }: KeptAnswer,
): Promise<void> {
  const isShort = Buffer.byteLength(body) <= MOST_BODY_BYTES;
  await writeIfExpected(
    IdempotencyEntity.patch(requestKey)
      .set({ status, ...(isShort ? { body } : {}) })
      .where((row, is) => is.eq(row.run, run)),
  );
}

async function repeat(requestKey: RequestKey, fingerprint: string): Promise<KeptAnswer> {
  const { data: kept } = await IdempotencyEntity.get(requestKey).go({ consistent: true });
  if (kept && kept.fingerprint !== fingerprint) {
    throw new AppError("key_reused", "request.keyReused");
  }
  if (kept?.status === undefined) {
    throw new AppError("conflict", "request.isRunning");
  }
  if (kept.body === undefined) {
    throw new AppError("conflict", "request.answerNotKept");
  }
  return { status: kept.status, body: kept.body };
}
