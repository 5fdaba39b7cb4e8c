import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../duration.ts";
import {
  keyWithoutId,
  newRing,
  parseKeyRing,
  removeKey,
  rotate,
  signerOf,
  type WrittenKey,
  writeKeyRing,
} from "./key-ring.ts";

const AT = Date.parse("2026-11-30T12:00:00Z");
const base64 = (bytes = 32) => randomBytes(bytes).toString("base64");
const ids = (keys: readonly WrittenKey[]) => keys.map(({ id }) => id);

test("a person writes keys with spaces or commas between them, with or without an instant", () => {
  const [first, second, third] = [base64(), base64(), base64()];
  const keys = parseKeyRing(
    "LINK_KEYS",
    ` k2:${first}:2026-11-30T12:00Z, k1:${second}\n -:${third}`,
  );
  expect(keys).toEqual([
    { id: "k2", secret: Buffer.from(first, "base64"), since: AT },
    { id: "k1", secret: Buffer.from(second, "base64"), since: 0 },
    { id: "-", secret: Buffer.from(third, "base64"), since: 0 },
  ]);
  expect(parseKeyRing("LINK_KEYS", writeKeyRing(keys))).toEqual(keys);
});

test.each([
  ["", "there is no key"],
  [" , ", "there is no key"],
  [base64(), "key 1 is not in the form"],
  [`:${base64()}`, "key 1 is not in the form"],
  [`K1:${base64()}`, "key 1 is not in the form"],
  [`abc:${base64()}`, "key 1 is not in the form"],
  [`a:${base64()} b`, "key 2 is not in the form"],
  [`a:${base64()} a:${base64()}`, "two keys have the id a"],
  [`a:${base64(31)}`, "key a has fewer than 32 bytes"],
  [`a:${base64()}:2026-13-41T00:00Z`, "the instant of a key is none"],
  [`a:${base64()}:tomorrow`, "key 1 is not in the form"],
  [Array.from({ length: 13 }, (_, index) => `${index}:${base64()}`).join(" "), "more than 12"],
])("a ring that cannot be used is refused by the name of its setting (%#)", (text, reason) => {
  const refused = () => parseKeyRing("SESSION_KEYS", text);
  expect(refused).toThrow(/^SESSION_KEYS: /);
  expect(refused).toThrow(reason);
  const [, secret = "nothing"] = /:([\w+/]{40})/.exec(text) ?? [];
  expect(refused).not.toThrow(secret);
});

test("the secret from before keys had ids is taken as it is, however short", () => {
  const keys = rotate("link", [keyWithoutId("short, and with a comma")], AT);
  expect(ids(keys)).toEqual(["1", "-"]);
  const [, older] = parseKeyRing("LINK_KEYS", writeKeyRing(keys));
  expect(older?.secret.toString()).toBe("short, and with a comma");
});

test("a new key comes first; ids count up and are not used again soon", () => {
  let keys: WrittenKey[] = [];
  for (let round = 0; round < 11; round++) keys = rotate("link", keys, AT);
  expect(ids(keys)).toEqual(["b", "a", "9", "8", "7", "6", "5", "4", "3", "2", "1"]);
  expect(ids(rotate("link", removeKey(keys, "b"), AT))[0]).toBe("b");
  expect(ids(rotate("link", removeKey(keys, "1"), AT))[0]).toBe("c");
  const last = { id: "zz", secret: randomBytes(32), since: 0 };
  expect(ids(rotate("link", [last], AT))).toEqual(["1", "zz"]);
  expect(new Set(keys.map(({ secret }) => secret.toString("hex"))).size).toBe(keys.length);
});

test("keys of links stay until a person removes one; a ring that is full takes no more", () => {
  let keys: WrittenKey[] = [];
  for (let year = 0; year < 12; year++) keys = rotate("link", keys, AT + year * 400 * DAY_MS);
  expect(keys).toHaveLength(12);
  expect(() => rotate("link", keys, AT)).toThrow("remove one first");
});

test("keys of sessions stay until nothing that they signed lives any more", () => {
  const two = rotate("session", rotate("session", [keyWithoutId("older")], AT), AT + DAY_MS);
  expect(ids(two)).toEqual(["2", "1", "-"]);
  // "-" gave way to 1 a year ago, 1 to 2 a day later.
  expect(ids(rotate("session", two, AT + 366 * DAY_MS))).toEqual(["3", "2", "1"]);
  expect(ids(rotate("session", two, AT + 367 * DAY_MS))).toEqual(["3", "2"]);
});

test("a key signs from its instant on, so that all that verify know it before; a lone one at once", () => {
  const keys = rotate("link", rotate("link", [], AT), AT + 2 * HOUR_MS);
  expect(signerOf(keys, AT + HOUR_MS)?.id).toBe("1");
  expect(signerOf(keys, AT + 2 * HOUR_MS)?.id).toBe("2");
  expect(signerOf(removeKey(keys, "1"), AT)?.id).toBe("2");
});

test("the only key cannot be removed, nor one that is not there", () => {
  const keys = parseKeyRing("LINK_KEYS", newRing("link"));
  expect(() => removeKey(keys, "1")).toThrow("the only key");
  expect(() => removeKey(keys, "2")).toThrow("no key 2");
});
