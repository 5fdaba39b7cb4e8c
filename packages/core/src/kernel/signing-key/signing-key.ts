import { createHmac, type Hmac, timingSafeEqual } from "node:crypto";
import { config } from "../../config.ts";
import type { EpochMs } from "../../instant.schema.ts";
import {
  keyWithoutId,
  NO_ID,
  parseKeyRing,
  type RingName,
  ringSecretOf,
  signerOf,
} from "./key-ring.ts";

/** `id` is undefined for the key from before keys had ids. */
export type SigningKey = { id: string | undefined; secret: Buffer; since: EpochMs };

/** How a MAC is written. */
export type MacForm = (mac: Hmac) => string;

/** The first characters of base64url, six bits each. */
export const base64Url =
  (length: number): MacForm =>
  (mac) =>
    mac.digest("base64url").slice(0, length);

const read = new Map<RingName, { text: string; keys: readonly SigningKey[] }>();

/**
 * The keys of a ring, newest first. Where its setting is absent, the one secret of installations from before there were rings.
 *
 * @throws Error that names the setting, for keys that cannot be used
 */
export function signingKeys(ring: RingName): readonly SigningKey[] {
  const set = config.signingKeys(ring);
  const text = "text" in set ? set.text : set.secret;
  const known = read.get(ring);
  if (known?.text === text) return known.keys;
  const parsed = "text" in set ? parseKeyRing(set.setting, text) : [keyWithoutId(text)];
  const keys = parsed.map((key) => ({
    id: key.id === NO_ID ? undefined : key.id,
    secret: ringSecretOf(ring, key),
    since: key.since,
  }));
  read.set(ring, { text, keys });
  return keys;
}

/** The key that signs now. Keys begin by the clock of the world, however fast the product's own runs. */
export function signingKey(ring: RingName): SigningKey {
  const key = signerOf(signingKeys(ring), Date.now());
  if (!key) throw new Error(`The ring of ${ring} keys is empty`);
  return key;
}

/** The key of an id, as something signed names it. */
export const findSigningKey = (ring: RingName, id: string | undefined): SigningKey | undefined =>
  signingKeys(ring).find((key) => key.id === id);

/** `ID.MAC`, or the MAC alone under the key that has no id. */
export const sign = (ring: RingName, text: string, form: MacForm): string =>
  signatureOf(signingKey(ring), text, form);

/** A signature by each key, that which signs now first. */
export function signatures(ring: RingName, text: string, form: MacForm): string[] {
  const all = [signingKey(ring), ...signingKeys(ring)];
  return [...new Set(all.map((key) => signatureOf(key, text, form)))];
}

/** Whether a key of the ring made this signature. */
export function isSigned(
  ring: RingName,
  { text, signature }: { text: string; signature: string },
  form: MacForm,
): boolean {
  const dot = signature.indexOf(".");
  const key = findSigningKey(ring, dot < 0 ? undefined : signature.slice(0, dot));
  if (!key) return false;
  const [expected, given] = [signatureOf(key, text, form), signature].map((each) =>
    Buffer.from(each),
  );
  return expected !== undefined && given !== undefined && expected.length === given.length
    ? timingSafeEqual(expected, given)
    : false;
}

function signatureOf({ id, secret }: SigningKey, text: string, form: MacForm): string {
  const mac = form(createHmac("sha256", secret).update(text));
  return id === undefined ? mac : `${id}.${mac}`;
}

/** @throws Error that names the setting which cannot be used: at start, not at the first link */
export function requireSigningKeys(): void {
  signingKeys("session");
  signingKeys("link");
}
