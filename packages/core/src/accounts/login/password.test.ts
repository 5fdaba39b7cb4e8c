import { argon2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password.ts";

test("a password is kept as Argon2id with OWASP's cost and a salt of its own [AUTH-22]", async () => {
  const [first, second] = await Promise.all([hashPassword("glacier7"), hashPassword("glacier7")]);
  expect(first).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
  );
  expect(first).not.toBe(second);
  expect(first).not.toContain("glacier7");
});

test("only the password that was hashed verifies", async () => {
  const hash = await hashPassword("glacier7");
  expect(await verifyPassword("glacier7", hash)).toBe(true);
  expect(await verifyPassword("glacier8", hash)).toBe(false);
  expect(await verifyPassword("", hash)).toBe(false);
});

test("a password verifies in whichever Unicode form the keyboard gives it", async () => {
  const composed = "caf\u00e9-2026";
  expect(await verifyPassword("cafe\u0301-2026", await hashPassword(composed))).toBe(true);
});

test("a hash made with another cost still verifies", async () => {
  const salt = Buffer.alloc(16, 7);
  const tag = argon2Sync("argon2id", {
    message: "glacier7",
    nonce: salt,
    memory: 8192,
    passes: 3,
    parallelism: 2,
    tagLength: 32,
  });
  const bare = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  const hash = `$argon2id$v=19$m=8192,t=3,p=2$${bare(salt)}$${bare(tag)}`;
  expect(await verifyPassword("glacier7", hash)).toBe(true);
});

test("no password matches a missing hash", async () => {
  expect(await verifyPassword("glacier7", undefined)).toBe(false);
});
