import { createHmac, randomBytes } from "node:crypto";
import { DAY_MS, HOUR_MS } from "../../duration.ts";
import type { DurationMs, EpochMs } from "../../instant.schema.ts";

/** What a ring's keys sign: sessions and codes, or what stands in emails that have left. */
export type RingName = "session" | "link";

/**
 * A key as it is written down: `2:c2VjcmV0…:2026-11-30T12:00Z`. The instant is when it begins to sign, at once where it is left
 * out. The id "-" is of a key from before keys had ids: what it signs names none.
 */
export type WrittenKey = { id: string; secret: Buffer; since: EpochMs };

export const NO_ID = "-";
/** NIST SP 800-107 5.3.4: a key of HMAC is as long as its hash. */
const LEAST_BYTES = 32;
/** All of a function's environment has 4 kB. */
const MOST_KEYS = 12;
const KEY = /^(-|[a-z0-9]{1,2}):([\w+/-]+={0,2})(?::(\d{4}-\d\d-\d\dT\d\d:\d\dZ))?$/;
/** A browser is known for a year; nothing else that a session key signs lives as long. */
const SESSION_KEY_MS = 366 * DAY_MS;

/**
 * The keys of a setting, newest first, with spaces or commas between them.
 *
 * @throws Error that names the setting and the place of the key, never a key
 */
export function parseKeyRing(setting: string, text: string): WrittenKey[] {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word, index): WrittenKey => {
      const [, id, secret, since] = KEY.exec(word) ?? [];
      if (!id || !secret) {
        throw new Error(
          `${setting}: key ${index + 1} is not in the form ID:BASE64 or ID:BASE64:INSTANT`,
        );
      }
      return { id, secret: Buffer.from(secret, "base64"), since: since ? Date.parse(since) : 0 };
    });
  const problem = problemOf(keys);
  if (problem) throw new Error(`${setting}: ${problem}`);
  return keys;
}

function problemOf(keys: readonly WrittenKey[]): string | undefined {
  if (keys.length === 0) return "there is no key";
  if (keys.length > MOST_KEYS) return `there are more than ${MOST_KEYS} keys`;
  const ids = keys.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return `two keys have the id ${twice}`;
  if (keys.some(({ since }) => Number.isNaN(since))) return "the instant of a key is none";
  // An older secret is taken as it is: whoever has a short one must be able to replace it.
  const short = keys.find(({ id, secret }) => id !== NO_ID && secret.length < LEAST_BYTES);
  return short && `key ${short.id} has fewer than ${LEAST_BYTES} bytes`;
}

export const writeKeyRing = (keys: readonly WrittenKey[]): string =>
  keys
    .map(({ id, secret, since }) => {
      const instant = since ? `:${new Date(since).toISOString().slice(0, 16)}Z` : "";
      return `${id}:${secret.toString("base64")}${instant}`;
    })
    .join(" ");

/** The key from before keys had ids, as a key of a ring. */
export const keyWithoutId = (secret: string): WrittenKey => ({
  id: NO_ID,
  secret: Buffer.from(secret),
  since: 0,
});

/**
 * A new key before those that are there. Of sessions those go whose last token has expired.
 *
 * @param at when the new key begins to sign
 * @throws Error where there is no room: links of emails end with their key, so a person has to choose which
 */
export function rotate(ring: RingName, keys: readonly WrittenKey[], at: EpochMs): WrittenKey[] {
  const fresh = { id: nextId(keys), secret: randomBytes(LEAST_BYTES), since: minuteOf(at) };
  const kept = keys.filter((_, index) => ring === "link" || signedWithin(keys, index, at));
  if (kept.length >= MOST_KEYS) throw new Error(`There are ${kept.length} keys: remove one first`);
  return [fresh, ...kept];
}

/** Whether the next newer key took over so lately that what this one signed may still be alive. */
function signedWithin(keys: readonly WrittenKey[], index: number, at: EpochMs): boolean {
  const newer = keys[index - 1];
  return newer === undefined || at - newer.since < SESSION_KEY_MS;
}

/** Instants are written down to the minute. */
const minuteOf = (at: EpochMs) => at - (at % 60_000);

/** Ids count up in base 36, so that one that was removed comes back only after all others. */
function nextId(keys: readonly WrittenKey[]): string {
  const numbers = keys.flatMap(({ id }) => (id === NO_ID ? [] : [Number.parseInt(id, 36)]));
  const [greatest = 0] = numbers.toSorted((a, b) => b - a);
  const count = 36 ** 2;
  const candidates = Array.from(
    { length: count - 1 },
    (_, index) => ((greatest + index) % (count - 1)) + 1,
  );
  const free = candidates.find((candidate) => !numbers.includes(candidate)) ?? 1;
  return free.toString(36);
}

/** @throws Error for an id that is not there, and for the only key */
export function removeKey(keys: readonly WrittenKey[], id: string): WrittenKey[] {
  const others = keys.filter((key) => key.id !== id);
  if (others.length === keys.length) throw new Error(`There is no key ${id}`);
  if (others.length === 0) throw new Error(`${id} is the only key: rotate first`);
  return others;
}

/** The text of a ring with one key, which signs at once. */
export const newRing = (ring: RingName): string => writeKeyRing(rotate(ring, [], Date.now()));

/** How long a deployment may take until all that verify know a key that then begins to sign. */
export const DEPLOYMENT_MS: DurationMs = HOUR_MS;

/** Signs at this instant: the newest that has begun to. */
export const signerOf = <Key extends { since: EpochMs }>(
  keys: readonly Key[],
  at: EpochMs,
): Key | undefined => keys.find(({ since }) => since <= at) ?? keys[0];

/** The bytes that a ring signs with: no key of one ring passes for a key of the other. */
export const ringSecretOf = (ring: RingName, { id, secret }: WrittenKey): Buffer =>
  id === NO_ID ? secret : createHmac("sha256", secret).update(`thaw ${ring}`).digest();
