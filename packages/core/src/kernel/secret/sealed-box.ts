import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
// NIST SP 800-38D 8.2.2: 96 random bits; each key seals far fewer than 2^32 boxes.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals bytes under a 256-bit key: nonce, tag, ciphertext. `about` must be the same to open them, and is not in the box. */
export function seal(key: Buffer, plain: Buffer, about: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws when the box was sealed with another key, about something else, or was changed */
export function open(key: Buffer, box: Buffer, about: string): Buffer {
  const nonce = box.subarray(0, NONCE_BYTES);
  const tag = box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(tag);
  const sealed = box.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(sealed), decipher.final()]);
}
