import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

// OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane.
const MEMORY_KIB = 19456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const PHC =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{22,88})\$([A-Za-z0-9+/]{43,88})$/;

const unpadded = (bytes: Buffer) => bytes.toString("base64").replace(/(?<!=)=+$/, "");

const format = (salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(tag)}`;

/** What an unknown address is checked against, so that it takes the time of a known one. Nothing hashes to zeros. */
const NOBODYS_HASH = format(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

// NIST SP 800-63B 5.1.1.2: the same password typed on another keyboard may arrive in another Unicode form.
const parameters = (password: string, salt: Buffer) => ({
  message: password.normalize("NFKC"),
  nonce: salt,
  memory: MEMORY_KIB,
  passes: PASSES,
  parallelism: LANES,
  tagLength: TAG_BYTES,
});

const argon2id = (given: Argon2Parameters): Promise<Buffer> => derive("argon2id", given);

/** Argon2id (RFC 9106) with a salt of its own, in PHC string form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return format(salt, await argon2id(parameters(password, salt)));
}

/** Whether the password belongs to the hash. Without a hash the answer is no, after the same work. */
export async function verifyPassword(
  password: string,
  hash: string = NOBODYS_HASH,
): Promise<boolean> {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(hash) ?? [];
  if (!salt || !tag) throw new Error("A stored password hash cannot be read");
  const expected = Buffer.from(tag, "base64");
  const actual = await argon2id({
    ...parameters(password, Buffer.from(salt, "base64")),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}
