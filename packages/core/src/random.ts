import { createHash, randomBytes, randomInt } from "node:crypto";

/** A token that nobody can guess: 256 bits, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Any of these; undefined of none. */
export function anyOf<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 0 ? undefined : values[randomInt(values.length)];
}

/** A number in [0, 1) that is the same for the same words: chance that can be repeated. */
export function seededFraction(...salt: readonly (string | number)[]): number {
  return createHash("sha256").update(salt.join("|")).digest().readUIntBE(0, 6) / 2 ** 48;
}
