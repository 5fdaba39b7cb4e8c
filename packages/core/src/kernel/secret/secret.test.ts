import { randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { startKms } from "../../../../../tests/support/kms.ts";
import { variable } from "../../environment.ts";
import { describeContext, type SecretContext } from "./key-provider.ts";
import { keyProvider } from "./master-key.ts";
import { seal } from "./sealed-box.ts";
import { decryptSecret, encryptSecret, rewrapSecret } from "./secret.ts";
import { withOpenSecrets } from "./secret-right.ts";

let lastAccount = 910_000_000;
/** Of an account that no other test has: its key is in the table. */
const newPlace = () => ({ accountId: ++lastAccount, mailboxId: 12, field: "smtp.password" });
const SECRET = "canary påssword 🔑";

const ARN = "arn:aws:kms:us-east-1:111122223333:key/thaw";
const kms = await startKms(ARN);

const dir = mkdtempSync(join(tmpdir(), "thaw-secret-"));
const given = process.env[variable.encryption];
vi.useFakeTimers({ toFake: ["Date"] });
afterEach(() => void vi.unstubAllEnvs());
afterAll(async () => {
  await kms[Symbol.asyncDispose]();
  vi.useRealTimers();
  process.env[variable.encryption] = given;
  rmSync(dir, { recursive: true, force: true });
});

const newKey = () => randomBytes(32).toString("base64");

function useKeyFile(...keys: string[]): string {
  const path = join(dir, `${crypto.randomUUID()}.key`);
  writeFileSync(path, keys.join("\n"));
  process.env[variable.encryption] = `file:${path}`;
  return path;
}

test("a secret comes back as it was, and its stored form shows nothing of it", async () => {
  const PLACE = newPlace();
  useKeyFile(newKey());
  for (const secret of [SECRET, "", "x".repeat(10_000)]) {
    const sealed = await encryptSecret(secret, PLACE);
    expect(await decryptSecret(sealed, PLACE)).toBe(secret);
    expect(secret === "" || !sealed.includes(secret)).toBe(true);
  }
  const [first, second] = [await encryptSecret(SECRET, PLACE), await encryptSecret(SECRET, PLACE)];
  expect(first).not.toBe(second);
});

test("a secret opens for its own account, mailbox and field alone", async () => {
  const PLACE = newPlace();
  useKeyFile(newKey());
  const sealed = await encryptSecret(SECRET, PLACE);
  for (const change of [{ accountId: 8 }, { mailboxId: 1 }, { field: "imap.password" }]) {
    await expect(decryptSecret(sealed, { ...PLACE, ...change })).rejects.toThrow();
  }
});

test("a change of any byte of the stored form is noticed", async () => {
  const PLACE = newPlace();
  useKeyFile(newKey());
  const sealed = await encryptSecret(SECRET, PLACE);
  const [version, masterId, ...boxes] = sealed.split(".");
  for (const [index, text] of boxes.entries()) {
    const bytes = Buffer.from(text, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const spoilt = Buffer.from(bytes);
      spoilt[at] = (spoilt[at] ?? 0) ^ 1;
      const parts = boxes.with(index, spoilt.toString("base64url"));
      await expect(decryptSecret([version, masterId, ...parts].join("."), PLACE)).rejects.toThrow();
    }
  }
});

test("boxes of two places cannot be exchanged, and no prefix opens", async () => {
  useKeyFile(newKey());
  const PLACE = newPlace();
  const other = { ...PLACE, mailboxId: 13 };
  const [a, b] = [await encryptSecret("a", PLACE), await encryptSecret("b", other)];
  const mixed = [...a.split(".").slice(0, 3), b.split(".")[3]].join(".");
  await expect(decryptSecret(mixed, PLACE)).rejects.toThrow();
  for (let length = 0; length < a.length; length++) {
    await expect(decryptSecret(a.slice(0, length), PLACE)).rejects.toThrow();
  }
});

test("a message about a broken secret holds nothing of it", async () => {
  const PLACE = newPlace();
  useKeyFile(newKey());
  const sealed = await encryptSecret(SECRET, PLACE);
  const error: unknown = await decryptSecret(sealed.slice(0, -8), PLACE).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).not.toContain(sealed.slice(20, 40));
});

test("after a new key is added old secrets open, new ones use it, and rewrapping frees the old key", async () => {
  const PLACE = newPlace();
  const [oldKey, fresh] = [newKey(), newKey()];
  const path = useKeyFile(oldKey);
  const sealed = await encryptSecret(SECRET, PLACE);
  expect(await rewrapSecret(sealed, PLACE)).toBe(sealed);

  appendFileSync(path, `\n${fresh}\n`);
  expect(await decryptSecret(sealed, PLACE)).toBe(SECRET);
  const newer = await encryptSecret(SECRET, PLACE);
  const rewrapped = await rewrapSecret(sealed, PLACE);

  useKeyFile(fresh);
  forgetKept();
  expect(await decryptSecret(newer, PLACE)).toBe(SECRET);
  expect(await decryptSecret(rewrapped, PLACE)).toBe(SECRET);
  await expect(decryptSecret(sealed, PLACE)).rejects.toThrow("no master key");
});

test("a key file without a proper key is refused", async () => {
  const PLACE = newPlace();
  for (const content of ["", "\n\n", Buffer.alloc(16).toString("base64"), "not a key"]) {
    useKeyFile(content);
    await expect(encryptSecret(SECRET, PLACE)).rejects.toThrow(/key/);
  }
});

/** As many minutes later as keys are kept in memory. */
function forgetKept(): void {
  vi.setSystemTime(Date.now() + 5 * 60_000);
}

/** From then on; the client of KMS keeps the endpoint that it had first. */
function useKms(): void {
  process.env[variable.encryption] = ARN;
  kms.calls();
}

/** As site and API run. */
const asFront = () => void vi.stubEnv(variable.encryptionRight, "seal");
const asWorker = () => void vi.stubEnv(variable.encryptionRight, "open");

const newPlaces = (count: number) => {
  const { accountId, field } = newPlace();
  return Array.from({ length: count }, (_, mailboxId) => ({ accountId, mailboxId, field }));
};

/** As each mailbox was connected: by itself, some time after the one before. */
async function connected(places: readonly SecretContext[]): Promise<string[]> {
  asFront();
  const sealed: string[] = [];
  for (const place of places) {
    sealed.push(await encryptSecret(SECRET, place));
    forgetKept();
  }
  asWorker();
  return sealed;
}

test("opening fifty mailboxes of an account costs one call of KMS once a worker has read them", async () => {
  useKms();
  const places = newPlaces(50);
  const sealed = await connected(places);
  expect(kms.calls()).toEqual({ GenerateDataKey: 50 });
  const renewed = await Promise.all(
    places.map(async (place, index) => {
      expect(await decryptSecret(sealed[index] ?? "", place)).toBe(SECRET);
      return rewrapSecret(sealed[index] ?? "", place);
    }),
  );
  // Each was under a key of its own; the account's was made once.
  expect(kms.calls()).toEqual({ GenerateDataKey: 1, Decrypt: 50 });

  for (let round = 0; round < 3; round++) {
    forgetKept();
    const opened = () =>
      Promise.all(places.map((place, i) => decryptSecret(renewed[i] ?? "", place)));
    expect(new Set([...(await opened()), ...(await opened())])).toEqual(new Set([SECRET]));
    expect(
      await Promise.all(places.map((place, i) => rewrapSecret(renewed[i] ?? "", place))),
    ).toEqual(renewed);
    expect(kms.calls()).toEqual({ Decrypt: 1 });
  }
});

test("a secret from before accounts had keys opens, and is renewed once", async () => {
  useKms();
  const place = newPlace();
  const sealed = await sealedBefore(place);
  expect(kms.calls()).toEqual({ GenerateDataKey: 1 });
  expect(await decryptSecret(sealed, place)).toBe(SECRET);
  const renewed = await rewrapSecret(sealed, place);
  expect([sealed.slice(0, 3), renewed.slice(0, 3)]).toEqual(["v1.", "v2."]);
  expect([await decryptSecret(renewed, place), await rewrapSecret(renewed, place)]).toEqual([
    SECRET,
    renewed,
  ]);
  for (const change of [{ accountId: 8 }, { mailboxId: 1 }, { field: "imap.password" }]) {
    await expect(decryptSecret(sealed, { ...place, ...change })).rejects.toThrow();
  }
});

/** As the first release sealed: a data key for each secret, bound to its place. */
async function sealedBefore(place: SecretContext): Promise<string> {
  const { plain, wrapped, masterId } = await keyProvider().newDataKey(place);
  const box = seal(plain, Buffer.from(SECRET), describeContext(place));
  return `v1.${masterId}.${wrapped.toString("base64url")}.${box.toString("base64url")}`;
}

test("what people enter is sealed under one key of the process for five minutes and a thousand secrets at most", async () => {
  useKms();
  asFront();
  const place = newPlace();
  const seals = async (count: number) => {
    for (let index = 0; index < count; index++) await encryptSecret(SECRET, place);
    return kms.calls();
  };
  expect(await seals(2)).toEqual({ GenerateDataKey: 1 });
  forgetKept();
  expect(await seals(1_000)).toEqual({ GenerateDataKey: 1 });
  expect(await seals(1)).toEqual({ GenerateDataKey: 1 });
  await encryptSecret(SECRET, newPlace());
  expect(kms.calls()).toEqual({ GenerateDataKey: 1 });
});

test("site and API open nothing, whatever they have sealed themselves", async () => {
  useKms();
  asFront();
  const place = newPlace();
  const sealed = await encryptSecret(SECRET, place);
  await expect(decryptSecret(sealed, place)).rejects.toThrow("a worker does");
  expect(kms.calls()).toEqual({ GenerateDataKey: 1 });
  expect(await withOpenSecrets(() => decryptSecret(sealed, place))).toBe(SECRET);
});

test("a data key that was moved to another account is refused, also while it is kept", async () => {
  useKms();
  const [place, other] = [newPlace(), newPlace()];
  const sealed = await encryptSecret(SECRET, place);
  expect(await decryptSecret(sealed, place)).toBe(SECRET);
  await expect(decryptSecret(sealed, other)).rejects.toThrow();
  const own = await encryptSecret("another", other);
  const mixed = [...sealed.split(".").slice(0, 3), own.split(".")[3]].join(".");
  for (const each of [place, other]) await expect(decryptSecret(mixed, each)).rejects.toThrow();
});

test("workers that need an account's key at the same moment come to one", async () => {
  useKms();
  const place = newPlace();
  const sealed = await Promise.all(Array.from({ length: 20 }, () => encryptSecret(SECRET, place)));
  expect(new Set(sealed.map((each) => each.split(".")[2])).size).toBe(1);
  expect(kms.calls().GenerateDataKey).toBe(1);
});

test("where the key of an account cannot be unwrapped any more, what is entered anew has another", async () => {
  const place = newPlace();
  useKms();
  await encryptSecret(SECRET, place);
  forgetKept();
  kms.forget();
  expect(await decryptSecret(await encryptSecret(SECRET, place), place)).toBe(SECRET);
});

test("a secret sealed under a key file does not open under KMS", async () => {
  useKeyFile(newKey());
  const place = newPlace();
  const sealed = await encryptSecret(SECRET, place);
  forgetKept();
  useKms();
  await expect(decryptSecret(sealed, place)).rejects.toThrow("no master key");
});
