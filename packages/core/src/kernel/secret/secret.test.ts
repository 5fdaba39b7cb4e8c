import { randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { variable } from "../../environment.ts";
import { decryptSecret, encryptSecret, rewrapSecret } from "./secret.ts";

const PLACE = { accountId: 7, mailboxId: 12, field: "smtp.password" };
const SECRET = "canary påssword 🔑";

const dir = mkdtempSync(join(tmpdir(), "thaw-secret-"));
const given = process.env[variable.encryption];
afterAll(() => {
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
  useKeyFile(newKey());
  const sealed = await encryptSecret(SECRET, PLACE);
  for (const change of [{ accountId: 8 }, { mailboxId: 1 }, { field: "imap.password" }]) {
    await expect(decryptSecret(sealed, { ...PLACE, ...change })).rejects.toThrow();
  }
});

test("a change of any byte of the stored form is noticed", async () => {
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

test("boxes of two secrets cannot be exchanged, and no prefix opens", async () => {
  useKeyFile(newKey());
  const [a, b] = [await encryptSecret("a", PLACE), await encryptSecret("b", PLACE)];
  const mixed = [...a.split(".").slice(0, 3), b.split(".")[3]].join(".");
  await expect(decryptSecret(mixed, PLACE)).rejects.toThrow();
  for (let length = 0; length < a.length; length++) {
    await expect(decryptSecret(a.slice(0, length), PLACE)).rejects.toThrow();
  }
});

test("a message about a broken secret holds nothing of it", async () => {
  useKeyFile(newKey());
  const sealed = await encryptSecret(SECRET, PLACE);
  const error: unknown = await decryptSecret(sealed.slice(0, -8), PLACE).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).not.toContain(sealed.slice(20, 40));
});

test("after a new key is added old secrets open, new ones use it, and rewrapping frees the old key", async () => {
  const [oldKey, fresh] = [newKey(), newKey()];
  const path = useKeyFile(oldKey);
  const sealed = await encryptSecret(SECRET, PLACE);
  expect(await rewrapSecret(sealed, PLACE)).toBe(sealed);

  appendFileSync(path, `\n${fresh}\n`);
  expect(await decryptSecret(sealed, PLACE)).toBe(SECRET);
  const newer = await encryptSecret(SECRET, PLACE);
  const rewrapped = await rewrapSecret(sealed, PLACE);

  useKeyFile(fresh);
  expect(await decryptSecret(newer, PLACE)).toBe(SECRET);
  expect(await decryptSecret(rewrapped, PLACE)).toBe(SECRET);
  await expect(decryptSecret(sealed, PLACE)).rejects.toThrow("no master key");
});

test("a key file without a proper key is refused", async () => {
  for (const content of ["", "\n\n", Buffer.alloc(16).toString("base64"), "not a key"]) {
    useKeyFile(content);
    await expect(encryptSecret(SECRET, PLACE)).rejects.toThrow(/key/);
  }
});

type KmsCall = { KeyId: string; EncryptionContext: object; CiphertextBlob?: string };

/** Speaks the two calls of the KMS API (application/x-amz-json-1.1) that we use, with its rules. */
async function startKms(keyArn: string) {
  const wrapped = new Map<string, { plain: string; context: string }>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const call = (await json(request)) as KmsCall;
    const context = JSON.stringify(call.EncryptionContext);
    const reply = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/x-amz-json-1.1" });
      response.end(JSON.stringify(body));
    };
    if (call.KeyId !== keyArn) return reply(400, { __type: "NotFoundException" });
    if (request.headers["x-amz-target"] === "TrentService.GenerateDataKey") {
      const plain = newKey();
      const blob = randomBytes(64).toString("base64");
      wrapped.set(blob, { plain, context });
      return reply(200, { KeyId: keyArn, Plaintext: plain, CiphertextBlob: blob });
    }
    const found = wrapped.get(call.CiphertextBlob ?? "");
    if (found?.context !== context) return reply(400, { __type: "InvalidCiphertextException" });
    return reply(200, { KeyId: keyArn, Plaintext: found.plain });
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env.AWS_ENDPOINT_URL_KMS = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env[variable.encryption] = keyArn;
  return {
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

test("with a KMS key each secret has its own data key, bound to its place", async () => {
  await using _kms = await startKms("arn:aws:kms:us-east-1:111122223333:key/thaw");
  const [first, second] = [await encryptSecret(SECRET, PLACE), await encryptSecret(SECRET, PLACE)];
  expect(first.split(".")[2]).not.toBe(second.split(".")[2]);
  expect(await decryptSecret(first, PLACE)).toBe(SECRET);
  expect(await rewrapSecret(first, PLACE)).toBe(first);
  await expect(decryptSecret(first, { ...PLACE, accountId: 8 })).rejects.toThrow();
  const mixed = [...first.split(".").slice(0, 3), second.split(".")[3]].join(".");
  await expect(decryptSecret(mixed, PLACE)).rejects.toThrow();
});

test("a secret sealed under a key file does not open under KMS", async () => {
  useKeyFile(newKey());
  const sealed = await encryptSecret(SECRET, PLACE);
  await using _kms = await startKms("arn:aws:kms:us-east-1:111122223333:key/thaw");
  await expect(decryptSecret(sealed, PLACE)).rejects.toThrow("no master key");
});
