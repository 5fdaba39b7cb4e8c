import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDataFolder } from "./data-folder.ts";

function temporary(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "thaw-folder-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

test("secrets are made once, for this user alone", () => {
  using at = temporary();
  const first = openDataFolder(at.path);
  first.release();
  const second = openDataFolder(at.path);
  second.release();
  expect(second.secrets).toEqual(first.secrets);
  const { sessionKeys, linkKeys, s3SecretKey } = first.secrets;
  expect(new Set([sessionKeys, linkKeys, s3SecretKey]).size).toBe(3);
  const key = readFileSync(first.encryptionKeyFile, "utf8");
  expect(Buffer.from(key, "base64")).toHaveLength(32);
  for (const file of ["secrets.json", "encryption.key"]) {
    expect(statSync(join(at.path, file)).mode & 0o777).toBe(0o600);
  }
});

test("a folder that was there before is closed to everyone else", () => {
  using at = temporary();
  chmodSync(at.path, 0o755);
  openDataFolder(at.path).release();
  expect(statSync(at.path).mode & 0o777).toBe(0o700);
});

test("a second product on the same folder is refused until the first has ended", () => {
  using at = temporary();
  const first = openDataFolder(at.path);
  expect(() => openDataFolder(at.path)).toThrow(/Another Thaw/);
  first.release();
  openDataFolder(at.path).release();
});
